import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { forgetHandedSql } from '#domain/snippets/hand-over.ts';
import { refreshSnippets, snippetQuery } from '#domain/snippets/snippets-query.ts';
import { contentOf, draftOf, type SnippetDraft } from './draft.ts';
import type { UsedDraft } from './use-snippet-draft.ts';

type Saving = {
  used: UsedDraft;
  snippet: Snippet | undefined;
  acknowledged: boolean;
  handedKey: string | undefined;
};

/** A new one gets its address with the first save; what is shared opens as others see it. */
export function useSaveSnippet({ used, snippet, acknowledged, handedKey }: Saving) {
  const openHref = useOpenHref();
  return useMutation({
    mutationFn: async (sent: SnippetDraft): Promise<Snippet> => {
      const content = { ...contentOf(sent), acknowledged };
      if (!snippet) return api.call(snippetRoutes.create, { body: content });
      // Whom it is shown to is its author's to say.
      const { visibility, projectId, ...shared } = content;
      const body = {
        version: used.version,
        ...shared,
        ...(snippet.isMine && { visibility, ...(projectId && { projectId }) }),
      };
      return api.call(snippetRoutes.update, { params: { snippetId: snippet.id }, body });
    },
    onError: async (error) => {
      // What somebody else saved is needed to compare it, and to go on from it.
      if (isErrorBody(error) && error.code === 'E_VERSION_CONFLICT') await refreshSnippets();
    },
    onSuccess: async (made, sent) => {
      const saved = { version: made.version, draft: draftOf(made) };
      const isTyped = used.taken(saved, { sent, by: made.id });
      forgetHandedSql(handedKey);
      queryClient.setQueryData(snippetQuery(made.id).queryKey, made);
      const isStaying = isTyped || made.visibility === 'private';
      const path = isStaying ? `edit/${made.id}` : made.id;
      openHref(`/community/snippets/${path}`, { replace: !snippet });
      await refreshSnippets();
    },
  });
}

export type SavedSnippet = ReturnType<typeof useSaveSnippet>;
