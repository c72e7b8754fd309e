import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { isJson } from '#domain/connectors/column-kind.ts';
import classes from './type-mark.module.css';

/** A sign for the kind of values a column holds. */
export function TypeMark({ column }: { column: Pick<TableColumn, 'baseType' | 'category'> }) {
  const icon = isJson(column) ? 'json' : icons[column.category];
  return (
    <span className={classes.mark} aria-hidden>
      {icon ? <Icon name={icon} size={13} /> : (letters[column.category] ?? 'T')}
    </span>
  );
}

/** Postgres' letters for kinds of types. */
const icons: Record<string, IconName> = { D: 'clock', T: 'clock', B: 'check', E: 'tag', A: 'list' };
const letters: Record<string, string> = { N: '#', I: '@', G: '△', R: '↔', U: '◇', C: '()' };
