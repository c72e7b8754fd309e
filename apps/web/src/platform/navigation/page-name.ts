import { createContext, useContext } from 'react';
import type { IconName } from '#ui/icon.tsx';

export type PageLooks = {
  /** With what a page called itself, for addresses that say only an id. */
  nameOf(href: string, shown?: string): string;
  iconOf(href: string): IconName;
};

/** The shell knows what pages are called and hands it down; names follow language and renames. */
export const PageLooksContext = createContext<PageLooks>({
  nameOf: (href) => href,
  iconOf: () => 'link',
});

export function usePageLooks(): PageLooks {
  return useContext(PageLooksContext);
}
