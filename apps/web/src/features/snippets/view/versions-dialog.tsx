import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import {
  refreshSnippets,
  snippetVersionQuery,
  snippetVersionsQuery,
} from '#platform/snippets/snippets-query.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { VersionsFrame } from '#ui/versions-frame.tsx';
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
  const { t, i18n } = useTranslation('snippets');
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
  const titles = [older.data, version.data].map((one) => one && textIn(one.title, i18n.language));
  const texts = [older.data, version.data].map((one) => one && textIn(one.text, i18n.language));
  return (
    <>
      <p className={classes.title}>
        {titles[0] !== undefined && titles[0] !== titles[1] && <del>{titles[0]}</del>} {titles[1]}
      </p>
      {texts[0] !== undefined && texts[0] !== texts[1] && (
        <TextDifference
          isSql={false}
          className={classes.text}
          before={texts[0]}
          after={texts[1] ?? ''}
          label={t('versions.text')}
        />
      )}
      <TextDifference
        isSql
        className={classes.difference}
        before={older.data?.sql}
        after={version.data.sql}
        label={t('versions.difference')}
      />
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
