import type { ComponentType } from 'react';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { type LazyPart, lazyPart } from './lazy-part.tsx';

export type LazyPage = LazyPart<object>;

/**
 * A page in its own chunk, loaded together with the texts of its feature. The router waits for
 * `preload` before it shows the page, so there is never an empty frame in between.
 */
export function lazyPage(
  namespaces: string | readonly string[] | undefined,
  load: () => Promise<{ default: ComponentType }>,
): LazyPage {
  return lazyPart(async () => {
    const [page] = await Promise.all([load(), namespaces && loadTexts(namespaces)]);
    return page;
  });
}
