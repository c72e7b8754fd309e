import { useEffect } from 'react';

type AutoRefresh = { seconds: number; isRefreshing: boolean; refresh: () => void };

/**
 * Reads again every so often. The time begins once everything has answered, so slow queries never
 * pile up; a tab nobody looks at waits until it is seen again.
 */
export function useAutoRefresh({ seconds, isRefreshing, refresh }: AutoRefresh): void {
  useEffect(() => {
    if (seconds === 0 || isRefreshing) return undefined;
    const onSeen = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', onSeen);
      refresh();
    };
    const timer = setTimeout(() => {
      if (document.hidden) document.addEventListener('visibilitychange', onSeen);
      else refresh();
    }, seconds * 1_000);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSeen);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what is read is the same on every render
  }, [seconds, isRefreshing]);
}
