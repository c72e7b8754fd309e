import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Bucket } from '../bucket.ts';
import { DetailsPanel } from '../details/details-panel.tsx';
import classes from './folder-panel.module.css';
import type { ObjectItem } from '../storage-query.ts';

type FolderPanelProps = {
  bucket: Bucket;
  selected: ObjectItem[];
  isNarrow: boolean;
  onClose: () => void;
};

/** Facts about what is selected: beside the objects, or over them where there is no room. */
export function FolderPanel({ bucket, selected, isNarrow, onClose }: FolderPanelProps) {
  const { t } = useTranslation('storage');
  if (!isNarrow) {
    return (
      <div className={classes.panel}>
        <DetailsPanel bucket={bucket} selected={selected} onClose={onClose} />
      </div>
    );
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      position="bottom"
      size="70%"
      title={t('details.title')}
      classNames={{ header: classes.drawerHeader ?? '', body: classes.drawerBody ?? '' }}
    >
      <DetailsPanel bucket={bucket} selected={selected} />
    </Drawer>
  );
}
