import { useEffect, useRef, useState } from 'react';

/**
 * A menu loaded on demand opens right away. Its trigger has just been drawn anew, so it takes the
 * focus first: that is where the keyboard returns to when the menu closes.
 */
export function useFirstOpening() {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return { ref, isOpen, setOpen };
}
