import type { DiagramTable } from '@causeway/contract/tables/diagram.ts';
import { createContext } from 'react';

/** What tables and references on the canvas need; the canvas keeps them, so this reaches them on its own. */
export type DiagramTools = {
  /** The table that stands out, with those it is joined with. */
  lit: string | undefined;
  neighbours: ReadonlySet<string>;
  /** The table the picture is about, if it is about one. */
  focusId: string | undefined;
  hrefOf: (table: DiagramTable) => string;
  focusHrefOf: (table: DiagramTable) => string;
  light: (id: string | undefined) => void;
  centre: (id: string) => void;
};

export const DiagramContext = createContext<DiagramTools>({
  lit: undefined,
  neighbours: new Set(),
  focusId: undefined,
  hrefOf: () => '',
  focusHrefOf: () => '',
  light: () => undefined,
  centre: () => undefined,
});
