import { snippetScopes, snippetSorts } from '@causeway/contract/snippets/routes.ts';
import { badges } from '@causeway/contract/snippets/snippet.ts';
import { contentLanguages } from '@causeway/contract/translatable.ts';
import type { SnippetListing } from '#domain/snippets/snippets-query.ts';

type Search = Readonly<Record<string, unknown>>;

/** What the gallery shows, as its address says it; whatever makes no sense there is left out. */
export function readListing(search: Search): SnippetListing {
  const words = textOf(search, 'search');
  const tag = textOf(search, 'tag');
  const language = oneOf(search, 'language', contentLanguages);
  const badge = oneOf(search, 'badge', badges);
  return {
    scope: oneOf(search, 'scope', snippetScopes) ?? 'all',
    sort: oneOf(search, 'sort', snippetSorts) ?? (words === undefined ? 'newest' : 'relevance'),
    ...(words !== undefined && { search: words }),
    ...(tag !== undefined && { tag }),
    ...(language && { language }),
    ...(badge && { badge }),
  };
}

/** Without what is as usual, so that the plain page has the plain address. */
export function listingHref(listing: Partial<SnippetListing>): string {
  const { scope, sort, search, ...rest } = listing;
  const usual = search ? 'relevance' : 'newest';
  const said = {
    ...(scope !== 'all' && { scope }),
    ...(search && { search }),
    ...rest,
    ...(sort !== usual && !(sort === 'relevance' && !search) && { sort }),
  };
  const given = Object.entries(said).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given).toString();
  return `/community/snippets${text && `?${text}`}`;
}

function textOf(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
}

function oneOf<Value extends string>(
  search: Search,
  name: string,
  known: readonly Value[],
): Value | undefined {
  return known.find((value) => value === search[name]);
}
