import { useEffect } from 'react';

const unsaved = new Set<symbol>();

/** Automatic reloads wait while anybody has something unsaved; leaving the page asks first. */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const mark = Symbol('unsaved');
    unsaved.add(mark);
    addEventListener('beforeunload', askBeforeLeaving);
    return () => {
      unsaved.delete(mark);
      removeEventListener('beforeunload', askBeforeLeaving);
    };
  }, [isUnsaved]);
}

export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
