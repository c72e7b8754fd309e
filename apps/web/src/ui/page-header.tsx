import type { ReactNode } from 'react';
import classes from './page-header.module.css';

type PageHeaderProps = {
  title: string;
  /** One sentence below the title. */
  line?: ReactNode;
  /** Beside the title on a wide screen, below it on a narrow one. */
  actions?: ReactNode;
};

export function PageHeader({ title, line, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
