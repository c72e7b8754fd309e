import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAutoRefresh } from './use-auto-refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function follow(seconds: number) {
  const refresh = vi.fn();
  const hook = renderHook(
    ({ isRefreshing }) => useAutoRefresh({ seconds, isRefreshing, refresh }),
    { initialProps: { isRefreshing: false } },
  );
  return { ...hook, refresh };
}

test('DASH-2 a query of 30 seconds that is refreshed every 5 runs once at a time: the clock starts when it has answered', () => {
  const { refresh, rerender, unmount } = follow(5);
  vi.advanceTimersByTime(5_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  rerender({ isRefreshing: true });
  vi.advanceTimersByTime(30_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  rerender({ isRefreshing: false });
  vi.advanceTimersByTime(4_900);
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(refresh).toHaveBeenCalledTimes(2);
  rerender({ isRefreshing: true });
  unmount();
  vi.advanceTimersByTime(60_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('DASH-2 a page nobody looks at asks for nothing until it is seen again', () => {
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { refresh } = follow(5);
  vi.advanceTimersByTime(60_000);
  expect(refresh).not.toHaveBeenCalled();
  isHidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(refresh).toHaveBeenCalledTimes(1);
});
