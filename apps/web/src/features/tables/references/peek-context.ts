import { createContext } from 'react';
import type { Reference } from './label-store.ts';

/** A row of another table: the referenced columns and their values. */
export type PeekedRow = { reference: Reference; values: string[] };

type Peeking = {
  connectorId: string;
  open: (row: PeekedRow, anchor: Element) => void;
};

/** Cells are drawn by the grid, which keeps them; one popover for all of them hangs at the page. */
export const PeekContext = createContext<Peeking>({ connectorId: '', open: () => undefined });
