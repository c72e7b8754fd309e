import { createContext } from 'react';

/**
 * How the editor of a cell was opened: what was typed replaces the value, else it is edited. One that is
 * drawn anew while it is open, since its row stands elsewhere, goes on where it was.
 */
export type Opening = { typed: string | undefined; isOpen?: boolean };
export const OpeningContext = createContext<{ current: Opening }>({
  current: { typed: undefined },
});

export function noteOpen(opening: { current: Opening }, isOpen: boolean): void {
  opening.current = { typed: undefined, isOpen };
}
