import { useState } from 'react';
import { keepHere } from '#platform/keep-here.ts';

const KEY = 'causeway.tree';
const MOST = 500;

/** Which lines this browser last had open or folded, by their keys; what nobody touched is as usual. */
export function useOpenNodes() {
  const [known, setKnown] = useState(read);
  function toggle(key: string, isOpen: boolean) {
    const entries = Object.entries({ ...known, [key]: isOpen }).slice(-MOST);
    const next = Object.fromEntries(entries);
    setKnown(next);
    keepHere(KEY, JSON.stringify(next));
  }
  return { isOpen: (key: string, usually: boolean) => known[key] ?? usually, toggle };
}

function read(): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
