import { useEffect, useRef, type RefObject } from 'react';

/** When what lay over the list is gone, the keyboard is back where it was: in the list. */
export function useFocusBack(room: RefObject<HTMLElement | null>, isCovered: boolean): void {
  const wasCovered = useRef(false);
  useEffect(() => {
    if (wasCovered.current && !isCovered) {
      const list = room.current?.querySelector<HTMLElement>('[role=listbox]');
      list?.focus({ preventScroll: true });
    }
    wasCovered.current = isCovered;
  }, [room, isCovered]);
}
