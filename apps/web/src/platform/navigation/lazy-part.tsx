import type { ComponentType, ReactNode } from 'react';

export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

/**
 * A part of a page in a chunk of its own. As React's `lazy`, but what has arrived is rendered at once:
 * `lazy` shows its fallback for a moment even then, and whatever replaces a fallback waits until it has
 * stood for 300 ms.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  async function loadOnce(): Promise<void> {
    Loaded = (await load()).default;
  }

  function preload(): Promise<void> {
    // A chunk that failed to load is asked for again the next time.
    loading ??= loadOnce().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  function Part(props: Props) {
    if (!Loaded) throw preload();
    return <Loaded {...props} />;
  }
  Part.preload = preload;
  return Part;
}
