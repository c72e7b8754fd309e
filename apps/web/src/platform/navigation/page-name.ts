import { createContext, useContext } from 'react';

/** The shell knows what pages are called and hands it down; names follow language and renames. */
export const PageNameContext = createContext<(href: string) => string>((href) => href);

export function usePageName(): (href: string) => string {
  return useContext(PageNameContext);
}
