import {
  snippetCommentRoutes,
  snippetRoutes,
  type SnippetFilter,
  type SnippetSort,
} from '@causeway/contract/snippets/routes.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryKey,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

export type SnippetListing = Partial<SnippetFilter> & { sort: SnippetSort };

const lists: QueryKey = ['snippets', 'list'];

/** What the gallery shows; every page goes on after the last snippet of the one before. */
export function snippetListQuery(listing: SnippetListing) {
  return infiniteQueryOptions({
    queryKey: [...lists, listing],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...listing, ...(pageParam && { cursor: pageParam }) };
      return api.call(snippetRoutes.list, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

const MOST_FOUND = 5;

/** A few that fit some words, for who searches everything at once. */
export function foundSnippetsQuery(search: string) {
  return queryOptions({
    queryKey: ['snippets', 'found', search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: MOST_FOUND };
      return (await api.call(snippetRoutes.list, { query }, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });
}

export const snippetTagsQuery = queryOptions({
  queryKey: ['snippets', 'tags'],
  queryFn: ({ signal }) => api.call(snippetRoutes.tags, undefined, { signal }),
});

export function snippetQuery(snippetId: string) {
  return queryOptions({
    queryKey: ['snippets', 'one', snippetId],
    queryFn: ({ signal }) => api.call(snippetRoutes.show, { params: { snippetId } }, { signal }),
  });
}

export function snippetVersionsQuery(snippetId: string) {
  return infiniteQueryOptions({
    queryKey: ['snippets', 'versions', snippetId],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam ? { cursor: pageParam } : {};
      return api.call(snippetRoutes.versions, { params: { snippetId }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}

/** What a version was never changes. */
export function snippetVersionQuery(snippetId: string, number: number) {
  return queryOptions({
    queryKey: ['snippets', 'version', snippetId, number],
    queryFn: ({ signal }) =>
      api.call(snippetRoutes.version, { params: { snippetId, number } }, { signal }),
    staleTime: Infinity,
  });
}

export function snippetCommentsQuery(snippetId: string) {
  return infiniteQueryOptions({
    queryKey: ['snippets', 'comments', snippetId],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam ? { cursor: pageParam } : {};
      return api.call(snippetCommentRoutes.list, { params: { snippetId }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** After a change every list may look different, and the snippet does. */
export async function refreshSnippets(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['snippets'] });
}

/** Once it is deleted: its page may still be on screen, and has nothing left to ask for. */
export async function forgetSnippet(snippetId: string): Promise<void> {
  await queryClient.invalidateQueries({
    queryKey: ['snippets'],
    predicate: ({ queryKey }) => !queryKey.includes(snippetId),
  });
}
