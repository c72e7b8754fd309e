import { useTranslation } from 'react-i18next';
import classes from './cell-view.module.css';
import type { Cell } from './result-rows.ts';

/** How a value is told apart at a glance; a text that reads NULL is a text. */
type Kind = 'null' | 'empty' | 'json' | 'number' | 'boolean' | 'text';

const LONGEST = 300;
const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'money', 'oid']);

export function isNumber(type: string): boolean {
  return numbers.has(type);
}

function kindOf(cell: Cell, type: string): Kind {
  if (cell === null) return 'null';
  if (cell === '') return 'empty';
  if (typeof cell === 'boolean') return 'boolean';
  if (type === 'json' || type === 'jsonb') return 'json';
  return isNumber(type) ? 'number' : 'text';
}

/** A value in one line. */
export function CellView({ cell, type }: { cell: Cell; type: string }) {
  const kind = kindOf(cell, type);
  return (
    <span className={classes.value} data-kind={kind}>
      {kind === 'null' ? 'NULL' : kind === 'empty' ? <EmptyWord /> : shortText(String(cell))}
    </span>
  );
}

/** Apart, so that not every cell that scrolls by asks for the language. */
function EmptyWord() {
  const { t } = useTranslation('sql');
  return t('cell.empty');
}

function shortText(text: string): string {
  const line = text.slice(0, LONGEST).replaceAll(/\r\n|\r|\n/g, ' ↵ ');
  return text.length > LONGEST ? `${line}…` : line;
}
