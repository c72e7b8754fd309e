import { createContext } from 'react';

/** How the editor of a cell was opened: what was typed replaces the value, else it is edited. */
export type Opening = { typed: string | undefined };
export const OpeningContext = createContext<{ current: Opening }>({
  current: { typed: undefined },
});
