import { useEffect, useSyncExternalStore } from 'react';
import type { IconName } from '#ui/icon.tsx';

/** Something the page on screen can do: found in the palette, and by its keys in the list of shortcuts. */
export type PageAction = {
  id: string;
  name: string;
  icon: IconName;
  keys?: string[];
  /** Left out where only the keys do it, like walking through a list. */
  run?: () => void;
};

let shown: PageAction[] = [];
const listeners = new Set<() => void>();

/** Tells what this page can do now, for as long as it is on screen. */
export function usePageActions(actions: PageAction[]): void {
  // Each drawing has newer functions; whoever listens is on screen for moments only.
  useEffect(() => {
    show(actions);
    return () => {
      if (shown === actions) show([]);
    };
  });
}

export function useShownPageActions(): PageAction[] {
  return useSyncExternalStore(subscribe, () => shown);
}

function show(actions: PageAction[]): void {
  shown = actions;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
