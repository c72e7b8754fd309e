import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { userQuery } from '#platform/session/user-query.ts';
import { eventually } from '#testing/eventually.ts';
import { createUser } from '#testing/factories.ts';
import { emptyDraft } from './draft.ts';
import { useSaveSnippet } from './use-save-snippet.ts';
import { useSnippetDraft } from './use-snippet-draft.ts';

const opened = vi.fn<(href: string) => void>();
vi.mock('#platform/navigation/app-link.tsx', () => ({ useOpenHref: () => opened }));

afterEach(() => {
  vi.restoreAllMocks();
  opened.mockClear();
  localStorage.clear();
});

const draft = { ...emptyDraft, title: { en: 'A snippet' } };

function write(id: string, snippet?: Snippet) {
  queryClient.setQueryData(userQuery.queryKey, createUser());
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  const saved = { version: 1, draft };
  return renderHook(
    () => {
      const used = useSnippetDraft(id, saved);
      const save = useSaveSnippet({ used, snippet, acknowledged: false, handedKey: undefined });
      return { used, save };
    },
    { wrapper },
  ).result;
}

test.each(['known', 'new'])(
  'SNIP-1 what is typed while a snippet is being saved stays, of a %s one too',
  async (id) => {
    const answer = Promise.withResolvers<object>();
    vi.spyOn(api, 'call').mockReturnValue(answer.promise);
    const made = { ...draft, id: 'known', sql: 'select 1', version: 2, isMine: true };
    const snippet = id === 'new' ? undefined : ({ ...made, version: 1 } as unknown as Snippet);
    const result = write(id, snippet);
    act(() => result.current.used.change({ sql: 'select 1' }));
    act(() => result.current.save.mutate(result.current.used.draft));
    act(() => result.current.used.change({ sql: 'select 1, 2' }));
    answer.resolve({ ...made, visibility: 'public', projectId: null });
    await eventually(() => expect(opened).toHaveBeenCalled());
    expect(opened.mock.calls[0]?.[0]).toBe('/community/snippets/edit/known');
    expect(result.current.used).toMatchObject({ version: 2, draft: { sql: 'select 1, 2' } });
    const kept = Object.entries(localStorage) as [string, string][];
    expect(kept).toHaveLength(1);
    expect(kept[0]?.[0]).toMatch(/\.known$/);
    expect(kept[0]?.[1]).toContain('select 1, 2');
  },
);
