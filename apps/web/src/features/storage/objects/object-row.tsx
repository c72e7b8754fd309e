import { extensionOf, fileTypeOf, isFolder } from '@causeway/contract/file-types.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { shownName } from '../keys.ts';
import classes from './object-row.module.css';
import type { ObjectDrawingProps } from './object-tile.tsx';
import { SelectBox } from './select-box.tsx';
import { FileSign } from './thumbnail.tsx';

export function ObjectRow({ item, isSelected, onToggle }: ObjectDrawingProps) {
  const { t, i18n } = useTranslation('storage');
  const { ago, dateTime } = useFormats();
  const isObject = !isFolder(item.path);
  const type = fileTypeOf(item.path);
  const extension = extensionOf(item.path);
  return (
    <div
      className={classes.row}
      data-selected={isSelected || undefined}
      data-deleted={item.isDeleted}
    >
      <SelectBox isSelected={isSelected} onToggle={onToggle} />
      <span className={classes.picture}>
        <FileSign item={item} iconSize={16} />
      </span>
      <span className={classes.name} title={item.name}>
        {shownName(item.path)}
      </span>
      <span className={classes.type}>
        {type === 'other' && extension !== '' ? extension.toUpperCase() : t(`type.${type}`)}
      </span>
      <span className={classes.size}>
        {isObject ? formatBytes(item.byte_size, i18n.language) : '–'}
      </span>
      <span className={classes.date}>
        {item.deletedAt
          ? t('trash.deleted', { ago: ago(item.deletedAt) })
          : item.updated_at
            ? dateTime(item.updated_at)
            : '–'}
      </span>
    </div>
  );
}
