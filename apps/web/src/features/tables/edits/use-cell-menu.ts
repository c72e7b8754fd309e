import { useState } from 'react';
import type { CommandPlace } from '../grid/rows-grid.tsx';

type Point = { x: number; y: number };

/** The menu of a cell; when it closes, keys go on from the active cell. */
export function useCellMenu() {
  const [menu, setMenu] = useState<{ place: CommandPlace; point: Point }>();
  return {
    menu,
    openMenu: (place: CommandPlace, point: Point) => setMenu({ place, point }),
    closeMenu: () => {
      setMenu(undefined);
      document.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')?.focus();
    },
  };
}
