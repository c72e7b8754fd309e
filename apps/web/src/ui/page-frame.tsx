import type { ReactNode } from 'react';
import classes from './page-frame.module.css';

/** The room around a page of text and forms; grids and editors fill theirs themselves. */
export function PageFrame({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return (
    <div className={classes.frame} data-wide={isWide || undefined}>
      {children}
    </div>
  );
}
