import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import {
  refreshSnippets,
  snippetVersionQuery,
  snippetVersionsQuery,
} from '#domain/snippets/snippets-query.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { VersionsFrame } from '#ui/versions-frame.tsx';
import { SnippetDifference } from '../snippet-difference.tsx';
import classes from './versions-dialog.module.css';

type VersionsDialogProps = { snippet: Snippet; onClose: () => void };

/** What a snippet was, what changed from one version to the next, and the way back. */
export default function VersionsDialog({ snippet, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('snippets');
  const { dateTime } = useFormats();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const versions = useInfiniteQuery(snippetVersionsQuery(snippet.id));
  const [chosen, setChosen] = useState(snippet.version);
  const list = versions.data?.pages.flatMap((page) => page.items) ?? [];
  const before = list[list.findIndex(({ version }) => version === chosen) + 1]?.version;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('view.versions')}
      size={940}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {versions.isError && <ErrorState error={versions.error} />}
      {versions.isPending && <SkeletonLines count={8} />}
      {versions.isSuccess && (
        <VersionsFrame
          versions={list.map(({ version, author, createdAt }) => ({
            key: version,
            name: t('versions.number', { version }),
            detail: `${author ?? t('gone')} · ${dateTime(createdAt)}`,
          }))}
          chosen={chosen}
          onChoose={setChosen}
          more={
            versions.hasNextPage && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={versions.isFetchingNextPage}
                onClick={() => void versions.fetchNextPage()}
              >
                {t('versions.older')}
              </Button>
            )
          }
        >
          <VersionView
            key={chosen}
            snippet={snippet}
            number={chosen}
            before={before}
            onRestored={onClose}
          />
        </VersionsFrame>
      )}
    </Modal>
  );
}

type VersionViewProps = {
  snippet: Snippet;
  number: number;
  before: number | undefined;
  onRestored: () => void;
};

function VersionView({ snippet, number, before, onRestored }: VersionViewProps) {
  const { t } = useTranslation('snippets');
  const version = useQuery(snippetVersionQuery(snippet.id, number));
  const older = useQuery({
    ...snippetVersionQuery(snippet.id, before ?? 0),
    enabled: before !== undefined,
  });
  const restore = useMutation({
    mutationFn: async () => {
      if (!version.data) return;
      const { title, text, sql, parameters, tags } = version.data;
      await api.call(snippetRoutes.update, {
        params: { snippetId: snippet.id },
        body: { version: snippet.version, title, text, sql, parameters, tags },
      });
      await refreshSnippets();
      onRestored();
    },
  });
  if (version.isError) return <ErrorState error={version.error} />;
  if (!version.data || (before !== undefined && older.isPending))
    return <SkeletonLines count={8} />;
  return (
    <>
      <SnippetDifference after={version.data} {...(older.data && { before: older.data })} />
      {restore.error && (
        <p className={classes.error} role="alert">
          {errorText(restore.error)}
        </p>
      )}
      {snippet.isEditable && number !== snippet.version && (
        <Button
          size="compact-sm"
          variant="default"
          loading={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {t('versions.restore', { version: number })}
        </Button>
      )}
    </>
  );
}
