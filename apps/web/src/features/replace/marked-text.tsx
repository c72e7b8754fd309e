import type { PreviewRow } from '@causeway/contract/replace.ts';
import classes from './match-row.module.css';

type Marks = PreviewRow['cells'][number]['marks'];

/** A text with what goes and what comes. */
export function MarkedText({ marks }: { marks: Marks }) {
  return (
    <p className={classes.text}>
      {marks.map((mark, index) => (
        // Pieces of one text have no other name than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={index} {...mark} />
      ))}
    </p>
  );
}

function Piece({ kind, text }: Marks[number]) {
  if (kind === 'removed') return <del className={classes.removed}>{text}</del>;
  if (kind === 'inserted') return <ins className={classes.inserted}>{text}</ins>;
  return <span>{text}</span>;
}
