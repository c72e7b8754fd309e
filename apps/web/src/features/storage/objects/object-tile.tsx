import { isFolder } from '@causeway/contract/file-types.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { shownName } from '../keys.ts';
import classes from './object-tile.module.css';
import { SelectBox } from './select-box.tsx';
import type { ObjectItem } from '../storage-query.ts';
import { Thumbnail } from './thumbnail.tsx';

export type ObjectDrawingProps = {
  item: ObjectItem;
  isSelected: boolean;
  onToggle: () => void;
};

export function ObjectTile({ item, isSelected, onToggle }: ObjectDrawingProps) {
  const { t, i18n } = useTranslation('storage');
  const { ago, date } = useFormats();
  const name = shownName(item.path);
  return (
    <div
      className={classes.tile}
      data-selected={isSelected || undefined}
      data-deleted={item.isDeleted}
    >
      <div className={classes.picture}>
        <Thumbnail item={item} size={320} iconSize={44} />
        <SelectBox isSelected={isSelected} onToggle={onToggle} />
      </div>
      <div className={classes.caption}>
        <span className={classes.name} title={item.name}>
          {name}
        </span>
        {item.isDeleted && (
          <span className={classes.facts}>
            {item.deletedAt
              ? t('trash.deleted', { ago: ago(item.deletedAt) })
              : t('deleted.folder')}
          </span>
        )}
        {!isFolder(item.path) && !item.isDeleted && (
          <span className={classes.facts}>
            {formatBytes(item.byte_size, i18n.language)}
            {item.updated_at && ` · ${date(item.updated_at)}`}
          </span>
        )}
      </div>
    </div>
  );
}
