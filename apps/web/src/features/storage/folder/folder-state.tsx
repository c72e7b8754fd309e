import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToConnector } from '#domain/connectors/to-connector.tsx';
import { isErrorBody } from '#platform/api/client.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import classes from './folder-state.module.css';
import type { FolderMode } from '../folder-view.ts';
import { TileSkeletons } from './tile-skeletons.tsx';
import { useSearchHref } from '../use-folder-view.ts';
import type { DroppedFile } from '../transfers/dropped-files.ts';
import type { LoadedFolder } from './use-folder.ts';

type FolderStateProps = {
  listing: LoadedFolder;
  folder: string;
  mode: FolderMode;
  /** What is filtered for, '' for everything. */
  filter: string;
  canWrite: boolean;
  onClear: () => void;
  onFiles: (files: DroppedFile[]) => void;
  children: ReactNode;
};

/** What stands in place of objects, as long as there are none to show. */
export function FolderState(props: FolderStateProps) {
  const { listing, mode, filter, canWrite, onClear, onFiles, children } = props;
  const { t } = useTranslation('storage');
  const searchHref = useSearchHref();
  const { query, items } = listing;
  if (items.length > 0) return children;
  if (query.isError) {
    return (
      <div className={classes.message}>
        <ErrorState
          error={query.error}
          title={t('folder.failed')}
          {...(isRefused(query.error) && {
            reason: errorText(query.error),
            next: t('folder.forbidden'),
          })}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          actions={<ToConnector error={query.error} />}
        />
      </div>
    );
  }
  if (!query.data || query.isPlaceholderData) {
    return mode === 'tiles' ? <TileSkeletons /> : <SkeletonTable rows={16} columns={4} />;
  }
  if (filter !== '') {
    return (
      <div className={classes.message}>
        <EmptyState
          icon="filter"
          title={t('folder.noMatch')}
          line={t('folder.noMatchLine')}
          action={
            <>
              <Button component={AppLink} href={searchHref(filter)} mr="xs">
                {t('elsewhere.search')}
              </Button>
              <Button variant="default" onClick={onClear}>
                {t('filter.clear')}
              </Button>
            </>
          }
        />
      </div>
    );
  }
  return (
    <div className={classes.message} data-drop={canWrite || undefined}>
      <EmptyState
        icon={canWrite ? 'upload' : 'folder'}
        title={t('folder.none')}
        line={t(canWrite ? 'folder.noneLine' : 'folder.noneToRead')}
        action={
          canWrite && (
            <FileButton
              multiple
              onChange={(files) => onFiles(files.map((file) => ({ file, path: file.name })))}
            >
              {(button) => (
                <Button {...button} leftSection={<Icon name="upload" />}>
                  {t('new.files')}
                </Button>
              )}
            </FileButton>
          )
        }
      />
    </div>
  );
}

function isRefused(error: unknown): boolean {
  return isErrorBody(error) && error.code === 'E_BUCKET_FORBIDDEN';
}
