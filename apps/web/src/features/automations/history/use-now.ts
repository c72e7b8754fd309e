import { useEffect, useState } from 'react';

/** The time, each second anew as long as something goes on. */
export function useNow(isGoingOn: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isGoingOn]);
  return now;
}
