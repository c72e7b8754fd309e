import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { findPace } from '#domain/transfers/pace.ts';

/** Rows a second while the file is read, and when that part is over: bytes tell, rows are not known before. */
export function findImportPace(record: ImportRecord) {
  const { progress, startedAt } = record;
  if (record.state !== 'running' || progress?.phase !== 'reading') return undefined;
  const { rowsRead, bytesRead, bytesTotal } = progress;
  const rows = findPace({ startedAt, done: rowsRead, total: null });
  const bytes = findPace({ startedAt, done: bytesRead, total: bytesTotal });
  return rows && { rowsPerSecond: rows.perSecond, secondsLeft: bytes?.secondsLeft ?? null };
}
