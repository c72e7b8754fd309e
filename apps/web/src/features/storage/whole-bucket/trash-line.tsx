import { formatBytes } from '@causeway/contract/bytes.ts';
import type { TrashEntry } from '@causeway/contract/storage/jobs.ts';
import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { shownName } from '../keys.ts';
import { Thumbnail } from '../objects/thumbnail.tsx';
import classes from './trash-screen.module.css';

type TrashLineProps = {
  entry: TrashEntry;
  isSelected: boolean;
  canWrite: boolean;
  onToggle: () => void;
  onRestore: () => void;
};

export function TrashLine({ entry, isSelected, canWrite, onToggle, onRestore }: TrashLineProps) {
  const { t, i18n } = useTranslation('storage');
  const { ago, date } = useFormats();
  const { path, byte_size, deletedAt, deletedBy, expiresAt, isReplaced, isVersion } = entry;
  const what = isReplaced ? 'replaced' : 'deleted';
  const when = deletedBy
    ? t(`trash.${what}By`, { ago: ago(deletedAt), name: deletedBy })
    : t(`trash.${what}`, { ago: ago(deletedAt) });
  return (
    <li className={classes.entry} data-can-write={canWrite || undefined}>
      {canWrite && (
        <Checkbox
          size="xs"
          aria-label={t('trash.select', { name: shownName(path) })}
          checked={isSelected}
          onChange={onToggle}
        />
      )}
      <span className={classes.picture}>
        <Thumbnail item={{ ...entry, updated_at: null }} size={128} iconSize={18} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{shownName(path)}</span>
        <span className={classes.folder}>{folderOf(path) || '/'}</span>
      </span>
      <span className={classes.facts}>{formatBytes(byte_size, i18n.language)}</span>
      <span className={classes.when}>
        {when}
        <span>
          {isVersion ? t('trash.asVersion') : t('trash.until', { date: date(expiresAt) })}
        </span>
      </span>
      {canWrite && (
        <Button size="compact-xs" variant="default" onClick={onRestore}>
          {t('trash.restoreOne')}
        </Button>
      )}
    </li>
  );
}
