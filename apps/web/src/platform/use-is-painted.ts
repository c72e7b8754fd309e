import { useEffect, useState } from 'react';

let isPainted = false;

/**
 * False until the first page was on the screen once. What surrounds it waits for that: a browser shows
 * nothing before everything is rendered, and the page is what somebody came for.
 */
export function useIsPainted(): boolean {
  const [isSeen, setSeen] = useState(isPainted);
  useEffect(() => {
    if (isSeen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame begins before it is painted; what waits comes behind it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        isPainted = true;
        setSeen(true);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isSeen]);
  return isSeen;
}
