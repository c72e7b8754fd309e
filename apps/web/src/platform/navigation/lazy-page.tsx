import type { ComponentType, ReactNode } from 'react';
import { loadTexts } from '#platform/i18n/i18n.ts';

export type LazyPage = (() => ReactNode) & { preload: () => Promise<void> };

/**
 * A page in its own chunk, loaded together with the texts of its feature. The router waits for
 * `preload` before it shows the page, so there is never an empty frame in between.
 */
export function lazyPage(
  namespaces: string | readonly string[] | undefined,
  load: () => Promise<{ default: ComponentType }>,
): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;

  async function loadOnce(): Promise<void> {
    const [page] = await Promise.all([load(), namespaces && loadTexts(namespaces)]);
    Loaded = page.default;
  }

  function Page() {
    if (!Loaded) throw (loading ??= loadOnce());
    return <Loaded />;
  }

  Page.preload = () => {
    // A chunk that failed to load is asked for again the next time.
    loading ??= loadOnce().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Page;
}
