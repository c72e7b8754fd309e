import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResizeHandle } from './resize-handle.tsx';

const onResize = vi.fn<(size: number) => void>();
const onReset = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(cleanup);

test.each([
  ['left', 'ArrowRight', 'ArrowLeft'],
  ['right', 'ArrowLeft', 'ArrowRight'],
  ['bottom', 'ArrowUp', 'ArrowDown'],
] as const)('SHELL-3 the %s pane grows with %s and shrinks with %s', (side, larger, smaller) => {
  const handle = draw(side);
  fireEvent.keyDown(handle, { key: larger });
  fireEvent.keyDown(handle, { key: smaller });
  fireEvent.keyDown(handle, { key: larger, shiftKey: true });
  expect(onResize.mock.calls).toEqual([[316], [284], [364]]);
});

test('SHELL-3 a pane stays within its limits', () => {
  const handle = draw('left');
  fireEvent.keyDown(handle, { key: 'Home' });
  fireEvent.keyDown(handle, { key: 'End' });
  expect(onResize.mock.calls).toEqual([[200], [400]]);
});

test('SHELL-3 a double click or Enter gives the usual size back', () => {
  const handle = draw('left');
  fireEvent.doubleClick(handle);
  fireEvent.keyDown(handle, { key: 'Enter' });
  expect(onReset).toHaveBeenCalledTimes(2);
});

function draw(side: 'left' | 'right' | 'bottom'): HTMLElement {
  render(
    <ResizeHandle
      label="Size"
      side={side}
      size={300}
      min={200}
      max={400}
      onDrag={() => {}}
      onResize={onResize}
      onReset={onReset}
    />,
  );
  return screen.getByRole('separator', { name: 'Size' });
}
