import type { ReactNode } from 'react';
import classes from './form-section.module.css';

type FormSectionProps = { title: string; line?: string; children: ReactNode };

/** A group of settings: what they are about on the left, the fields on the right. */
export function FormSection({ title, line, children }: FormSectionProps) {
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
