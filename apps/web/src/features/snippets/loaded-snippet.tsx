import { id as idForm } from '@causeway/contract/route.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { snippetQuery } from '#domain/snippets/snippets-query.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';

type LoadedSnippetProps = { id: string; children: (snippet: Snippet) => ReactNode };

/** A page about one snippet. What is not there, or not for the reader, is said under a heading. */
export function LoadedSnippet({ id, children }: LoadedSnippetProps) {
  const { t } = useTranslation('snippets');
  const isId = idForm.safeParse(id).success;
  const snippet = useQuery({ ...snippetQuery(id), enabled: isId });
  if (isId && !(snippet.isError && snippet.data === undefined)) {
    return (
      <QueryView query={snippet} skeleton={<SkeletonLines count={12} />}>
        {children}
      </QueryView>
    );
  }
  return (
    <>
      <PageHeader
        title={t('view.failed')}
        actions={
          <Button component={AppLink} href="/community/snippets" variant="default">
            {t('view.toAll')}
          </Button>
        }
      />
      {isId ? (
        <ErrorState error={snippet.error} onRetry={() => void snippet.refetch()} />
      ) : (
        <p>{t('view.noSuchAddress')}</p>
      )}
    </>
  );
}
