import type { ReactNode } from 'react';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { tablePath } from '../table-name.ts';
import classes from './structure.module.css';

export function TableLink({ schema, name }: { schema: string; name: string }) {
  const scopedHref = useScopedHref();
  return (
    <AppLink className={classes.link} href={scopedHref(tablePath({ schema, table: name }))}>
      {schema === 'public' ? name : `${schema}.${name}`}
    </AppLink>
  );
}

type SectionProps = { title: string; count?: number; aside?: ReactNode; children: ReactNode };

export function Section({ title, count, aside, children }: SectionProps) {
  const formats = useFormats();
  return (
    <section className={classes.section}>
      <h2 className={classes.sectionTitle}>
        {title}
        {count !== undefined && <span className={classes.count}>{formats.number(count)}</span>}
        {aside}
      </h2>
      {children}
    </section>
  );
}

export function Code({ isLong = false, children }: { isLong?: boolean; children: ReactNode }) {
  return (
    <code className={classes.code} data-long={isLong || undefined}>
      {children}
    </code>
  );
}

export function Mark({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <span className={classes.mark} data-bad={isBad || undefined}>
      {children}
    </span>
  );
}

/** What can be done with a row, at its end. */
export const menuColumn = { key: 'menu', header: '', isNumber: true };
