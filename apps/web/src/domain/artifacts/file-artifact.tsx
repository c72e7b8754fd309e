import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ArtifactOf } from '@causeway/contract/artifacts.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fileIcon } from '#domain/storage/file-icon.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './file-artifact.module.css';

export function FileArtifact({ artifact }: { artifact: ArtifactOf<'file'> }) {
  const { t, i18n } = useTranslation('artifacts');
  const { name, byteSize, href } = artifact;
  return (
    <article className={classes.file} aria-label={name}>
      <span className={classes.icon}>
        <Icon name={fileIcon(name)} size={18} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.size}>{formatBytes(byteSize, i18n.language)}</span>
      </span>
      <ActionIcon component="a" href={href} download={name} aria-label={t('download', { name })}>
        <Icon name="download" />
      </ActionIcon>
    </article>
  );
}
