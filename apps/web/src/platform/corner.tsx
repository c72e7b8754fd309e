import { createElement, Suspense, useSyncExternalStore, type ComponentType } from 'react';

let Shown: ComponentType | undefined;
const listeners = new Set<() => void>();

/**
 * Work that goes on while pages change, like files on their way, keeps a place on screen: the feature
 * that started it hands in what is to be drawn there, and it stays until the tab is closed.
 */
export function showInCorner(component: ComponentType): void {
  if (Shown === component) return;
  Shown = component;
  for (const listener of listeners) listener();
}

/** The lower right corner of the shell; empty until something is handed in. */
export function Corner() {
  const shown = useSyncExternalStore(subscribe, () => Shown);
  return shown ? <Suspense fallback={null}>{createElement(shown)}</Suspense> : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
