import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { writeValues } from '#domain/queries/write-values.ts';
import { bindingsOf } from './run-store.ts';

/** A statement of a tab with the values that tab has for its parameters. */
export function withValues(tab: Pick<EditorTab, 'parameters'>, sql: string): string {
  return writeValues(sql, bindingsOf(tab, sql));
}
