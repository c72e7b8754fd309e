import type { FolderMode } from '../folder-view.ts';

type Layout = { mode: FolderMode; perLine: number; perPage: number; length: number };

/** How far a key moves through the objects; undefined when it does not. */
export function keyStep(key: string, { mode, perLine, perPage, length }: Layout) {
  const steps: Record<string, number> = {
    ArrowDown: perLine,
    ArrowUp: -perLine,
    PageDown: perPage,
    PageUp: -perPage,
    Home: -length,
    End: length,
    ...(mode === 'tiles' && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  return steps[key];
}
