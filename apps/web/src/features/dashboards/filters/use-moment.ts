import { sameDay } from '@causeway/contract/dashboards/filter-dates.ts';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const LOOK_MS = 60_000;

/**
 * The moment all tiles of a view count their days from. It moves when somebody reads again and when
 * the day of the project is over: a screen that is left on shows today, not the day it was opened.
 * It looks every minute instead of sleeping until midnight, which computers that sleep would miss.
 */
export function useMoment(zone: string): { now: Date; renew: () => void } {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      const next = new Date();
      if (!document.hidden && !sameDay(now, next, zone)) setNow(next);
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now, zone]);
  // At once: what is read again right after it asks for the days of now.
  const renew = useCallback(() => flushSync(() => setNow(new Date())), []);
  return { now, renew };
}
