import { useEffect } from 'react';

const unsaved = new Set<symbol>();

/** Automatic reloads wait while anybody has something unsaved; leaving the page asks first. */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => {
    return isUnsaved ? holdUnsavedWork() : undefined;
  }, [isUnsaved]);
}

/** For what outlives its page; called back when nothing would be lost any more. */
export function holdUnsavedWork(): () => void {
  const mark = Symbol('unsaved');
  unsaved.add(mark);
  addEventListener('beforeunload', askBeforeLeaving);
  return () => {
    unsaved.delete(mark);
    if (unsaved.size === 0) removeEventListener('beforeunload', askBeforeLeaving);
  };
}

export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
