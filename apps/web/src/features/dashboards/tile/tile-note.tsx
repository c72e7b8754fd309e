import type { ReactNode } from 'react';
import classes from './tile-note.module.css';

type TileNoteProps = {
  children: ReactNode;
  /** Below what is shown, instead of it. */
  isFoot?: boolean;
};

/** What a tile says instead of showing something, or about what it shows. */
export function TileNote({ children, isFoot = false }: TileNoteProps) {
  return <p className={isFoot ? classes.foot : classes.none}>{children}</p>;
}
