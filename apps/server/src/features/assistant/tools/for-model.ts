import type { Cell, ResultField } from '@causeway/contract/artifacts.ts';
import type { DataLevel, StepRows } from '@causeway/contract/assistant/parts.ts';

const MOST_ROWS = 50;
const MOST_COLUMNS = 20;
const MOST_CHARACTERS = 200;
const SAMPLE_ROWS = 5;

/** What a model is told of rows. Below `samples` it is not even told how many there were: counts answer questions too. */
export function rowsForModel(
  { fields, rows, hasMore }: StepRows,
  level: DataLevel,
  /** By column; none where nothing is masked. */
  masked: readonly boolean[],
): unknown {
  const columns = fields.slice(0, MOST_COLUMNS).map(({ name, type }) => ({ name, type }));
  if (level === 'schema' || level === 'aggregates') {
    return { columns, rows: 'shown to the person; not shared with you at this data level' };
  }
  const most = level === 'samples' ? SAMPLE_ROWS : MOST_ROWS;
  const shown = rows
    .slice(0, most)
    .map((row) =>
      row.slice(0, MOST_COLUMNS).map((cell, index) => cellForModel(cell, masked[index] ?? false)),
    );
  return {
    columns,
    rows: shown,
    ...((hasMore || rows.length > most) && { note: `Only the first ${shown.length} rows.` }),
    ...(masked.includes(true) && { masked: 'About people, or text that was computed.' }),
  };
}

/** Fewer rows than this could be told apart. */
const SMALLEST_GROUP = 5;

/**
 * What a model is told of numbers over groups, where rows are not for it: labels that are words stay
 * here, groups of few rows are put together, and of one number over few rows it gets none.
 */
export function groupsForModel(
  { fields, rows }: StepRows,
  { sizes, isAdditive }: { sizes: readonly number[]; isAdditive: boolean },
): unknown {
  const columns = fields.slice(0, MOST_COLUMNS).map(({ name, type }) => ({ name, type }));
  const value = fields.length - 1;
  const isSmall = (index: number) => (sizes[index] ?? 0) < SMALLEST_GROUP;
  const shown = rows.flatMap((row, index) =>
    isSmall(index)
      ? []
      : [
          row.map((cell, at) =>
            at === value ? numberOnly(cell) : labelForModel(cell, fields[at], index),
          ),
        ],
  );
  const small = rows.filter((_, index) => isSmall(index));
  const behind = sizes.filter((_, index) => isSmall(index)).reduce((sum, size) => sum + size, 0);
  const total = small.reduce((sum, row) => sum + (Number(row[value]) || 0), 0);
  return {
    columns,
    rows: shown.slice(0, MOST_ROWS),
    ...(small.length > 0 && {
      merged: {
        groups: small.length,
        ...(isAdditive && behind >= SMALLEST_GROUP && { value: total }),
      },
      note: `Groups under ${SMALLEST_GROUP} rows are merged; the person sees all of them.`,
    }),
  };
}

function numberOnly(cell: Cell): Cell {
  return typeof cell === 'string' && !/^-?\d{1,40}(\.\d{1,40})?$/.test(cell) ? null : cell;
}

/** Dates, numbers and yes or no are told; what people wrote is numbered. */
function labelForModel(cell: Cell, field: ResultField | undefined, index: number): Cell {
  const isOpen = /^(int|float|numeric|bool|date|timestamp)/.test(field?.type ?? '');
  return cell === null || isOpen ? cell : `group ${index + 1}`;
}

function cellForModel(cell: Cell, isMasked: boolean): Cell {
  if (cell === null || typeof cell === 'boolean') return cell;
  if (isMasked) return '•••';
  if (typeof cell === 'number') return cell;
  return cell.length > MOST_CHARACTERS ? `${cell.slice(0, MOST_CHARACTERS)}…` : cell;
}

/** Messages of a database may hold values: `invalid input syntax for type integer: "…"`. */
export function errorForModel(
  error: { code?: string; message: string; details?: Record<string, unknown> | undefined },
  level: DataLevel,
): unknown {
  const { code, details } = error;
  const sqlState = typeof details?.['sqlState'] === 'string' ? details['sqlState'] : undefined;
  const position = details?.['position'];
  const isOpen = level === 'samples' || level === 'full' || namesOnly.has(sqlState ?? '');
  return {
    error: code ?? 'E_INTERNAL',
    ...(sqlState !== undefined && { sqlState }),
    ...(position !== undefined && { position }),
    ...(isOpen && { message: error.message.slice(0, 500) }),
  };
}

/** States whose messages hold names of the schema and no value: what does not exist, what is not allowed. */
const namesOnly = new Set(['42703', '42P01', '42883', '42601', '42803', '42501', '42704']);
