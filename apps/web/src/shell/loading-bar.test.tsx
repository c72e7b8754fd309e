import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SlowBar } from './loading-bar.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('SHELL-6.1 what takes less than 200 ms shows no bar', () => {
  vi.useFakeTimers();
  render(<SlowBar />);
  act(() => void vi.advanceTimersByTime(199));
  expect(screen.queryByRole('progressbar')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole('progressbar')).not.toBeNull();
});
