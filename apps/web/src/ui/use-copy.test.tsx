import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { eventually } from '#testing/eventually.ts';
import { CopyButton } from './copy-button.tsx';
import { NotificationsHost } from './notifications-host.tsx';
import { loadNotifications } from './notifications.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Over plain http browsers have no clipboard; what an older one does on request is told by `copies`. */
function withoutClipboard(copies: boolean): () => string | undefined {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  let copied: string | undefined;
  document.execCommand = () => {
    if (!copies) return false;
    const data = { setData: (_: string, text: string) => (copied = text) };
    const event = Object.assign(new Event('copy', { cancelable: true }), { clipboardData: data });
    globalThis.dispatchEvent(event);
    return true;
  };
  return () => copied;
}

test('what is copied at an address without https is in the clipboard all the same', async () => {
  const copied = withoutClipboard(true);
  drawUi(<CopyButton value="cwk_secret" label="Copy key" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy key' }));
  await eventually(() => screen.getByRole('button', { name: 'Copied' }));
  expect(copied()).toBe('cwk_secret');
});

test('what a browser refuses to copy is said, and shown to be selected', async () => {
  withoutClipboard(false);
  // Notices outlive the tests that made them.
  (await loadNotifications()).clean();
  drawUi(
    <>
      <CopyButton value="https://causeway.test/invitation" label="Copy link" />
      <NotificationsHost />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  const told = await screen.findByRole('alert');
  await eventually(() => expect(told.textContent).toContain('https://causeway.test/invitation'));
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
});
