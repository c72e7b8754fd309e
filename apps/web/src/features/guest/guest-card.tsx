import type { FormEvent, ReactNode } from 'react';
import classes from './guest-card.module.css';

type GuestCardProps = {
  title: string;
  line?: ReactNode;
  children: ReactNode;
  /** Below the card: the way to the other guest pages. */
  footer?: ReactNode;
  onSubmit?: () => void;
};

export function GuestCard({ title, line, children, footer, onSubmit }: GuestCardProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit?.();
  }
  return (
    <div className={classes.place}>
      <form className={classes.card} onSubmit={submit} noValidate>
        <h1 className={classes.title}>{title}</h1>
        {line && <p className={classes.line}>{line}</p>}
        <div className={classes.fields}>{children}</div>
      </form>
      {footer && <p className={classes.footer}>{footer}</p>}
    </div>
  );
}
