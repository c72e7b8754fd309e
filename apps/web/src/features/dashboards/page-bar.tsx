import type { ReactNode } from 'react';
import classes from './page-bar.module.css';

type PageBarProps = { title: string; line?: string; children: ReactNode };

/** Stays in sight while the tiles scroll below it. */
export function PageBar({ title, line, children }: PageBarProps) {
  return (
    <header className={classes.bar}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  );
}
