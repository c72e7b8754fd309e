import { useEffect, useRef, useState } from 'react';

/** True from the moment a part comes on screen: what nobody scrolls to is not read. */
export function useSeen<Part extends Element>() {
  const ref = useRef<Part>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const { current: part } = ref;
    if (!part || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(part);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}
