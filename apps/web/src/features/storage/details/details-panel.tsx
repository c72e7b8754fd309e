import { formatBytes } from '@causeway/contract/bytes.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import { tableFormatOf } from '@causeway/contract/sql/files.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Bucket } from '../bucket.ts';
import classes from './details-panel.module.css';
import { shownName } from '../keys.ts';
import { ObjectDetails } from './object-details.tsx';
import type { ObjectItem } from '../storage-query.ts';
import { Thumbnail } from '../objects/thumbnail.tsx';
import { DeletedVersions } from '../versions/deleted-versions.tsx';
import { useQueryHref } from '../use-folder-view.ts';

type DetailsPanelProps = { bucket: Bucket; selected: ObjectItem[]; onClose?: () => void };

export function DetailsPanel({ bucket, selected, onClose }: DetailsPanelProps) {
  const { t, i18n } = useTranslation('storage');
  const queryHref = useQueryHref();
  const [only] = selected.length === 1 ? selected : [];
  const bytes = selected.reduce((sum, { byte_size }) => sum + byte_size, 0);
  return (
    <aside className={classes.panel} aria-label={t('details.title')}>
      <header className={classes.header}>
        <h2 className={classes.title} title={only?.name}>
          {only ? shownName(only.path) : t('details.title')}
        </h2>
        {onClose && (
          <ActionIcon size={24} aria-label={t('details.close')} onClick={onClose}>
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </header>
      {only && !isFolder(only.path) ? (
        <div className={classes.body}>
          <div className={classes.picture}>
            <Thumbnail item={only} size={640} iconSize={48} />
          </div>
          {tableFormatOf(only.path) && !only.isDeleted && (
            <Button
              component={AppLink}
              href={queryHref(only.path)}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="code" size={14} />}
            >
              {t('action.query')}
            </Button>
          )}
          {only.isDeleted ? (
            <DeletedVersions bucket={bucket} path={only.path} />
          ) : (
            <ObjectDetails key={only.path} bucket={bucket} path={only.path} />
          )}
        </div>
      ) : (
        <p className={classes.hint}>
          {selected.length === 0
            ? t('details.none')
            : t('details.several', {
                count: selected.length,
                size: formatBytes(bytes, i18n.language),
              })}
        </p>
      )}
    </aside>
  );
}
