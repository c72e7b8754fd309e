import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { createContext } from 'react';

/** What somebody began to change about a table. */
export type Change =
  | { kind: 'table' }
  | { kind: 'add-column' }
  | { kind: 'column'; column: TableColumn }
  | { kind: 'add-index' }
  | { kind: 'add-reference' }
  | { kind: 'drop'; what: 'table' | 'column' | 'index' | 'constraint'; name: string };

/** Begins a change; undefined for who may not, or where there is nothing to be changed. */
export const StartChange = createContext<((change: Change) => void) | undefined>(undefined);
