import type {
  delimiters,
  ExportDestination,
  ExportFile,
  ExportFormat,
  ExportSource,
} from '@causeway/contract/exports.ts';
import { countSelected, isFiltered, type ExportSubject } from './export-subject.ts';

/** Which rows of a table: all there are, those that meet the filter on screen, those that are ticked. */
export const rowChoices = ['all', 'filtered', 'selected'] as const;
export type RowChoice = (typeof rowChoices)[number];

/** Everything the dialog asks for; choosing another format and back loses nothing. */
export type ExportDraft = {
  rows: RowChoice;
  columns: string[];
  format: ExportFormat;
  delimiter: (typeof delimiters)[number];
  header: boolean;
  spreadsheetSafe: boolean;
  byteOrderMark: boolean;
  numbers: 'text' | 'number';
  gzip: boolean;
  /** To this computer at once, or when its file is ready; or into a bucket, by its connector. */
  to: { kind: 'download' } | { kind: 'kept' } | { kind: 'bucket'; connectorId: string };
  /** Undefined follows the name of the file. */
  key: string | undefined;
  overwrite: boolean;
};

export function newDraft(subject: ExportSubject): ExportDraft {
  return {
    rows: subject.kind === 'table' ? (listRowChoices(subject).at(-1) ?? 'all') : 'all',
    columns: subject.kind === 'table' ? subject.shown : [],
    format: 'csv',
    delimiter: ',',
    header: true,
    spreadsheetSafe: false,
    byteOrderMark: false,
    numbers: 'number',
    gzip: false,
    to: { kind: 'download' },
    key: undefined,
    overwrite: false,
  };
}

/** The narrowest comes last: who ticked rows or set a filter most likely means those. */
export function listRowChoices(subject: ExportSubject): RowChoice[] {
  if (subject.kind === 'query') return ['all'];
  return rowChoices.filter((choice) => {
    if (choice === 'filtered') return isFiltered(subject);
    if (choice === 'selected') return countSelected(subject) > 0;
    return true;
  });
}

export function sourceOf(subject: ExportSubject, draft: ExportDraft): ExportSource {
  if (subject.kind === 'query') {
    const { sql, title: name, isInProjectZone } = subject;
    return { kind: 'query', sql, name, ...(isInProjectZone && { isInProjectZone }) };
  }
  const { schema, table, columns, filter, where, sorts, selectedKeys, selectedRows } = subject;
  const isSelected = draft.rows === 'selected';
  const isByLook = isSelected && selectedKeys.length === 0;
  const wanted = isByLook
    ? draft.columns.filter((name) => subject.shown.includes(name))
    : draft.columns;
  const isWhole =
    wanted.length === columns.length && columns.every(({ name }, place) => wanted[place] === name);
  return {
    kind: 'table',
    schema,
    table,
    sort: sorts,
    ...(!isWhole && { columns: wanted }),
    ...(draft.rows === 'filtered' && {
      ...(filter && { filter }),
      ...(where.trim() !== '' && { where }),
    }),
    ...(isSelected && (isByLook ? { rows: selectedRows } : { keys: selectedKeys })),
  };
}

export function fileOf(draft: ExportDraft): ExportFile {
  const { format, gzip, numbers, delimiter, header, spreadsheetSafe, byteOrderMark } = draft;
  if (format === 'csv') {
    return { format, delimiter, header, spreadsheetSafe, byteOrderMark, gzip };
  }
  if (format === 'json' || format === 'ndjson') return { format, numbers, gzip };
  if (format === 'sql') return { format, rowsPerStatement: 500, gzip };
  return { format };
}

/** These are compressed already. */
export function canBeGzipped(format: ExportFormat): boolean {
  return format !== 'xlsx' && format !== 'parquet';
}

export function destinationOf(draft: ExportDraft, fileName: string): ExportDestination {
  const { to, key = fileName, overwrite } = draft;
  return to.kind === 'bucket' ? { ...to, key, overwrite } : to;
}
