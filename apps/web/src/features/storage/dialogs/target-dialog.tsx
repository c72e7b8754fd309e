import { isFolder } from '@causeway/contract/file-types.ts';
import { Button, Group, Modal, NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import type { ClashRule } from '@causeway/contract/storage/jobs.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { Icon } from '#ui/icon.tsx';
import type { Bucket } from '../bucket.ts';
import { EqualTargets } from './equal-targets.tsx';
import { movedTo, shownName } from '../keys.ts';
import { listingQuery } from '../storage-query.ts';
import classes from './target-dialog.module.css';
import { transferObjects } from '../jobs.ts';

type TargetDialogProps = {
  bucket: Bucket;
  kind: 'copy' | 'move';
  keys: string[];
  onClose: () => void;
};

const rules: ClashRule[] = ['keep-both', 'replace', 'skip', 'fail'];

/** Where to: walk through the folders, or write the path; a folder that is not there is made. */
export function TargetDialog({ bucket, kind, keys, onClose }: TargetDialogProps) {
  const { t } = useTranslation('storage');
  const from = folderOf(keys[0] ?? '');
  const [path, setPath] = useState(from);
  const [onClash, setOnClash] = useState<ClashRule>('keep-both');
  const target = path === '' || path.endsWith('/') ? path : `${path}/`;
  const isInside = keys.some((key) => isFolder(key) && target.startsWith(key));
  const isSame = kind === 'move' && target === from;

  const guard = useTypedGuard(onClose);
  const items = keys.map((key) => ({ from: key, to: movedTo(key, target) }));

  function start() {
    void transferObjects(bucket, kind, items, onClash);
    onClose();
  }

  return (
    <Modal
      opened
      {...guard}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={t(`target.${kind}`, {
        count: keys.length,
        name: shownName(keys[0] ?? ''),
      })}
    >
      <TextInput
        data-autofocus
        label={t('target.path')}
        placeholder={t('target.root')}
        leftSection={<Icon name="folder" />}
        value={path}
        error={isInside ? t('target.inside') : undefined}
        onChange={(event) => setPath(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isInside && !isSame) start();
        }}
      />
      <FolderChoices bucket={bucket} folder={folderOf(`${target}x`)} onFolder={setPath} />
      <NativeSelect
        label={t('clash.rule')}
        value={onClash}
        data={rules.map((value) => ({ value, label: t(`clash.rules.${value}`) }))}
        onChange={(event) =>
          setOnClash(rules.find((rule) => rule === event.currentTarget.value) ?? 'fail')
        }
      />
      <EqualTargets items={items} effect={t(`clash.effects.${onClash}`)} />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button disabled={isInside || isSame} onClick={start}>
          {t(`target.${kind}Here`)}
        </Button>
      </Group>
    </Modal>
  );
}

type FolderChoicesProps = { bucket: Bucket; folder: string; onFolder: (folder: string) => void };

function FolderChoices({ bucket, folder, onFolder }: FolderChoicesProps) {
  const { t } = useTranslation('storage');
  const listing = useInfiniteQuery(
    listingQuery(bucket, folder, { name: '', order: 'name', descending: false }),
  );
  const folders = listing.data?.pages
    .flatMap(({ items }) => items)
    .filter((item) => isFolder(item.path));
  return (
    <ul className={classes.folders} aria-label={t('target.folders')}>
      {folder !== '' && (
        <li>
          <UnstyledButton className={classes.folder} onClick={() => onFolder(folderOf(folder))}>
            <Icon name="arrowUp" size={14} /> {t('target.up')}
          </UnstyledButton>
        </li>
      )}
      {folders?.map(({ path }) => (
        <li key={path}>
          <UnstyledButton className={classes.folder} onClick={() => onFolder(path)}>
            <Icon name="folder" size={14} /> {shownName(path)}
          </UnstyledButton>
        </li>
      ))}
      {folders?.length === 0 && <li className={classes.none}>{t('target.none')}</li>}
      {listing.isError && <li className={classes.none}>{errorText(listing.error)}</li>}
    </ul>
  );
}
