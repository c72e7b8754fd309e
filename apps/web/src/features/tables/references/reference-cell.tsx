import { useContext, type MouseEvent } from 'react';
import { type Cell, displayOf, shortText } from '#domain/data-grid/cell-display.ts';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import { useGridTexts } from '../grid/grid-texts.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { labelKey, type Reference } from './label-store.ts';
import { PeekContext } from './peek-context.ts';
import classes from './reference-cell.module.css';
import { useLabel } from './use-label.ts';

type ReferenceCellProps = {
  cell: Cell;
  column: ShownColumn;
  reference: Reference;
  /** Values of all columns of the reference. */
  values: string[];
  /** Of several columns the last one says what the row is called. */
  isLast: boolean;
  /** The referenced table, showing just that row. */
  href: string;
};

/** Characters of a key that leave no room for a label beside them. */
const LONG_KEY = 20;

/** A value of a foreign key, what the row is called it points at, and a way to peek at that row. */
export function ReferenceCell(props: ReferenceCellProps) {
  const { cell, column, reference, values, isLast, href } = props;
  const texts = useGridTexts();
  const { connectorId, open } = useContext(PeekContext);
  const { kind, text } = displayOf(cell, column);
  // Most keys are numbers: they need no element of their own in every row of a scroll. A long one, as a
  // uuid is, gives way to what the row is called.
  const isPlain = kind === 'number' || kind === 'text';
  const isLong = isPlain && text.length > LONG_KEY;
  function peek(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open({ reference, values }, event.currentTarget);
  }
  return (
    <span className={classes.reference} data-values>
      {isLong && <span className={classes.long}>{shortText(text)}</span>}
      {isPlain && !isLong && shortText(text)}
      {!isPlain && <CellView cell={cell} column={column} />}
      {isLast && <Label connectorId={connectorId} reference={reference} value={labelKey(values)} />}
      <a
        className={classes.peek}
        href={href}
        tabIndex={-1}
        aria-label={texts.peek(reference.table, values.join(', '))}
        onClick={peek}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </span>
  );
}

type LabelProps = { connectorId: string; reference: Reference; value: string };

function Label({ connectorId, reference, value }: LabelProps) {
  const label = useLabel(connectorId, reference, value);
  return label ? <span className={classes.label}>{label}</span> : null;
}
