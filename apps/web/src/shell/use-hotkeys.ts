import { useEffect, useRef } from 'react';
import { isMac } from '#ui/is-mac.ts';

type Hotkeys = Record<string, () => void>;

/**
 * Shortcuts of the whole product: `mod+k` is Cmd on a Mac, Ctrl elsewhere. A plain key counts only
 * outside of fields, and nothing counts that the focused part has already used. With Shift the same
 * letters are the browser's own.
 */
export function useHotkeys(hotkeys: Hotkeys, onMac = isMac): void {
  const latest = useRef(hotkeys);
  useEffect(() => {
    latest.current = hotkeys;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      const isMod = onMac ? event.metaKey : event.ctrlKey;
      if (isMod ? event.shiftKey : event.ctrlKey || event.metaKey) return;
      if (!isMod && isTyping(event.target)) return;
      const act = latest.current[`${isMod ? 'mod+' : ''}${event.key.toLowerCase()}`];
      if (!act) return;
      event.preventDefault();
      act();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [onMac]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
