import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useHotkeys } from './use-hotkeys.ts';

const act = vi.fn<() => void>();

function press(hotkeys: string, init: KeyboardEventInit, onMac = false): { isTaken: boolean } {
  act.mockClear();
  const { unmount } = renderHook(() => useHotkeys({ [hotkeys]: act }, onMac));
  const isTaken = !fireEvent.keyDown(document.body, init);
  unmount();
  return { isTaken };
}

test('SHELL-2 Ctrl-K is the palette’s, also with the caps lock', () => {
  expect(press('mod+k', { key: 'k', ctrlKey: true })).toEqual({ isTaken: true });
  expect(act).toHaveBeenCalledOnce();
  expect(press('mod+k', { key: 'K', ctrlKey: true })).toEqual({ isTaken: true });
});

test('SHELL-3 with Shift the keys are the browser’s: its bookmarks and its tools', () => {
  for (const key of ['B', 'J', 'I', 'K']) {
    const init = { key, ctrlKey: true, shiftKey: true };
    expect(press(`mod+${key.toLowerCase()}`, init)).toEqual({ isTaken: false });
    expect(act).not.toHaveBeenCalled();
  }
});

test('SHELL-2 on a Mac Cmd-K is the palette’s, and Ctrl-K goes on deleting to the end of the line', () => {
  expect(press('mod+k', { key: 'k', metaKey: true }, true)).toEqual({ isTaken: true });
  expect(press('mod+k', { key: 'k', ctrlKey: true }, true)).toEqual({ isTaken: false });
});

test('SHELL-2 a question mark, which takes Shift on most keyboards, lists the shortcuts', () => {
  expect(press('?', { key: '?', shiftKey: true })).toEqual({ isTaken: true });
});
