import type { ExportRecord } from '@causeway/contract/exports.ts';
import { findPace, type Pace } from '#domain/transfers/pace.ts';

/** Only while it runs; rows are what is counted, against the planner's guess. */
export function findExportPace(record: ExportRecord): Pace | undefined {
  if (record.state !== 'running') return undefined;
  const { startedAt, rows, expectedRows } = record;
  return findPace({ startedAt, done: rows, total: expectedRows });
}
