import { textIn } from '@causeway/contract/translatable.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { foundSnippetsQuery } from '#domain/snippets/snippets-query.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';
import { useContentLanguage } from '#platform/settings/content-language.ts';

const SHORTEST_SEARCH = 2;

/** Found on the server: there may be any number of them. */
export function useFound(text: string): FoundThing[] {
  const language = useContentLanguage();
  const [search] = useDebouncedValue(text.trim(), 150);
  const isSearched = search.length >= SHORTEST_SEARCH && !/^[>/]|^https?:/.test(search);
  const { data } = useQuery({ ...foundSnippetsQuery(search), enabled: isSearched });
  if (!isSearched || !data) return [];
  return data.map(({ id, title, author }) => ({
    id,
    name: textIn(title, language),
    ...(author && { detail: author.name }),
    icon: 'code',
    href: `/community/snippets/${id}`,
    isFound: true,
  }));
}
