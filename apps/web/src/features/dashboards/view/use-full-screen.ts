import { useEffect, useRef, useState } from 'react';

/** Shows one element alone on the whole screen; leaving it by Escape is noticed. */
export function useFullScreen() {
  const element = useRef<HTMLDivElement>(null);
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const look = () => setIsFull(document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const toggle = () =>
    document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
  return { element, isFull, toggle };
}
