import { useEffect, useRef, useState } from 'react';

/** Shows one element alone on the whole screen; leaving it by Escape is noticed. */
export function useFullScreen() {
  const element = useRef<HTMLDivElement>(null);
  const [isFull, setIsFull] = useState(false);
  const [isWall, setIsWall] = useState(false);
  useEffect(() => {
    const look = () => {
      const isNow = document.fullscreenElement === element.current;
      setIsFull(isNow);
      if (!isNow) setIsWall(false);
    };
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const toggle = () =>
    document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
  /** For a screen nobody sits at. */
  const showOnWall = async () => {
    await element.current?.requestFullscreen();
    setIsWall(true);
  };
  return { element, isFull, isWall, toggle, showOnWall };
}
