import type { ReactNode } from 'react';
import classes from './step-footer.module.css';

/** Stays in reach below a step that is longer than the screen. */
export function StepFooter({ children }: { children: ReactNode }) {
  return <footer className={classes.footer}>{children}</footer>;
}
