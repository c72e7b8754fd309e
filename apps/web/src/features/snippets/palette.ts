import { textIn } from '@causeway/contract/translatable.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { foundSnippetsQuery } from '#domain/snippets/snippets-query.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';

const SHORTEST_SEARCH = 2;

/** Found on the server: there may be any number of them. */
export function useFound(text: string): FoundThing[] {
  const { i18n } = useTranslation('shell');
  const [search] = useDebouncedValue(text.trim(), 150);
  const isSearched = search.length >= SHORTEST_SEARCH && !/^[>/]|^https?:/.test(search);
  const { data } = useQuery({ ...foundSnippetsQuery(search), enabled: isSearched });
  if (!isSearched || !data) return [];
  return data.map(({ id, title, author }) => ({
    id,
    name: textIn(title, i18n.language),
    ...(author && { detail: author.name }),
    icon: 'code',
    href: `/community/snippets/${id}`,
    isFound: true,
  }));
}
