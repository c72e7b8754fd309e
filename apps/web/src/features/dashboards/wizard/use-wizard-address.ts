import { parseSearch, stringifySearch, type SearchText } from '@causeway/contract/search-text.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { useLocation } from '@tanstack/react-router';
import { useOpenHref } from '#platform/navigation/app-link.tsx';

/** What was chosen so far lies in the address: it can be left, kept as a link and taken up again. */
export function useWizardAddress() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  const openHref = useOpenHref();
  const search = parseSearch(text);
  const one = (key: string) => [search[key] ?? []].flat().at(-1);
  const change = (part: Record<string, string | string[] | undefined>) => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined),
    ) as SearchText;
    openHref(path + stringifySearch(next), { replace: true });
  };
  return {
    over: one('over'),
    schema: one('schema') ?? DEFAULT_SCHEMA,
    table: one('table'),
    date: one('date'),
    measure: one('measure'),
    dimensions: search.by === undefined ? undefined : [search.by].flat(),
    /** Suggestions that are not wanted. */
    off: [search.off ?? []].flat(),
    change,
  };
}
