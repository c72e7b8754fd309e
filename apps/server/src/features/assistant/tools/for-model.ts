import type { Cell, ResultField } from '@causeway/contract/artifacts.ts';
import type { DataLevel, StepRows } from '@causeway/contract/assistant/parts.ts';

const MOST_ROWS = 50;
const MOST_COLUMNS = 20;
const MOST_CHARACTERS = 200;
const SAMPLE_ROWS = 5;

/** What a column of this name holds is about a person. */
const personal =
  /(e_?mail|phone|mobile|(first|last|full|sur|user|family|given)_?name|^name$|birth|street|address|postal|zip|^ip$|_ip$|iban|account_?number|passport|ssn|password|secret|token|api_?key|salary)/i;

/** What a model is told of rows. Below `samples` it is not even told how many there were: counts answer questions too. */
export function rowsForModel({ fields, rows, hasMore }: StepRows, level: DataLevel): unknown {
  const columns = fields.slice(0, MOST_COLUMNS).map(({ name, type }) => ({ name, type }));
  if (level === 'schema' || level === 'aggregates') {
    return { columns, rows: 'shown to the person; not shared with you at this data level' };
  }
  const most = level === 'samples' ? SAMPLE_ROWS : MOST_ROWS;
  const shown = rows
    .slice(0, most)
    .map((row) =>
      row
        .slice(0, MOST_COLUMNS)
        .map((cell, index) => cellForModel(cell, fields[index], level === 'samples')),
    );
  return {
    columns,
    rows: shown,
    ...((hasMore || rows.length > most) && { note: `Only the first ${shown.length} rows.` }),
  };
}

function cellForModel(cell: Cell, field: ResultField | undefined, masks: boolean): Cell {
  if (cell === null || typeof cell === 'boolean' || typeof cell === 'number') return cell;
  if (masks && field && personal.test(field.name)) return '•••';
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
