import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import { parseSearch } from '@causeway/contract/search-text.ts';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';

/** What the view is narrowed to now, as its address says it. */
export function useAsked(): AskedFilters {
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  return useMemo(
    () =>
      Object.fromEntries(Object.entries(parseSearch(text)).filter(([key]) => key.startsWith('f.'))),
    [text],
  );
}
