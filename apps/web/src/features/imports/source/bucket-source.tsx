import { formatBytes } from '@causeway/contract/bytes.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import classes from './source-step.module.css';

type BucketSourceProps = {
  isBusy: boolean;
  onObject: (connectorId: string, key: string) => void;
};

const MOST_LISTED = 200;

function folderQuery(connectorId: string, path: string, name: string) {
  return queryOptions({
    queryKey: storageKey(connectorId, 'choice', path, name),
    queryFn: ({ signal }) =>
      api.call(
        storageRoutes.list,
        {
          query: {
            connector: { id: connectorId },
            path,
            limit: MOST_LISTED,
            ...(name !== '' && { name }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** An object of one of the project's buckets, found by walking through folders. */
export function BucketSource({ isBusy, onObject }: BucketSourceProps) {
  const { t } = useTranslation('imports');
  const { project } = useCurrentProject();
  const buckets = (project?.connectors ?? []).filter(
    ({ implementation }) => implementation !== 'sql',
  );
  const [bucketId, setBucketId] = useState(buckets[0]?.id);
  if (!bucketId) return null;
  return (
    <section className={classes.source} aria-label={t('source.bucket')}>
      <h2 className={classes.sourceTitle}>
        <Icon name="box" /> {t('source.bucket')}
      </h2>
      {buckets.length > 1 && (
        <NativeSelect
          aria-label={t('source.bucketName')}
          data={buckets.map(({ id, name }) => ({ value: id, label: name }))}
          value={bucketId}
          onChange={({ currentTarget: { value } }) => setBucketId(value)}
        />
      )}
      <Folder key={bucketId} connectorId={bucketId} isBusy={isBusy} onObject={onObject} />
    </section>
  );
}

type FolderProps = BucketSourceProps & { connectorId: string };

function Folder({ connectorId, isBusy, onObject }: FolderProps) {
  const { t, i18n } = useTranslation('imports');
  const [path, setPath] = useState('');
  const [name, setName] = useState('');
  const [wanted] = useDebouncedValue(name.trim(), 200);
  const folder = useQuery(folderQuery(connectorId, path, wanted));
  const parents = path.split('/').filter((part) => part !== '');

  function open(next: string) {
    setName('');
    setPath(next);
  }

  return (
    <>
      <nav className={classes.path} aria-label={t('source.path')}>
        <UnstyledButton className={classes.crumb} onClick={() => open('')}>
          {t('source.root')}
        </UnstyledButton>
        {parents.map((part, index) => (
          <UnstyledButton
            key={parents.slice(0, index + 1).join('/')}
            className={classes.crumb}
            onClick={() => open(`${parents.slice(0, index + 1).join('/')}/`)}
          >
            / {part}
          </UnstyledButton>
        ))}
      </nav>
      <TextInput
        size="xs"
        aria-label={t('source.find')}
        placeholder={t('source.find')}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <QueryView
        query={folder}
        errorTitle={t('source.bucketFailed')}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={classes.note}>{t('source.nothing')}</p>}
      >
        {({ items, nextCursor }) => (
          <>
            <ul className={classes.objects}>
              {items.map((item) => (
                <li key={item.path}>
                  <UnstyledButton
                    className={classes.object}
                    disabled={isBusy}
                    onClick={() =>
                      item.path.endsWith('/') ? open(item.path) : onObject(connectorId, item.path)
                    }
                  >
                    <Icon name={item.path.endsWith('/') ? 'folder' : 'file'} size={14} />
                    <span className={classes.objectName}>{item.name}</span>
                    {!item.path.endsWith('/') && (
                      <span className={classes.objectSize}>
                        {formatBytes(item.byte_size, i18n.language)}
                      </span>
                    )}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {nextCursor !== null && <p className={classes.note}>{t('source.more')}</p>}
          </>
        )}
      </QueryView>
    </>
  );
}
