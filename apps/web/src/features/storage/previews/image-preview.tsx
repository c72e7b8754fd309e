import { extensionOf } from '@causeway/contract/file-types.ts';
import { hasThumbnail, thumbnailUrl } from '@causeway/contract/storage/view.ts';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ObjectItem } from '../storage-query.ts';
import classes from './preview.module.css';

type ImagePreviewProps = { item: ObjectItem; onBroken: () => void };

/** Fits the screen; a click shows every pixel of the original, and scrolls. */
export function ImagePreview({ item, onBroken }: ImagePreviewProps) {
  const { t } = useTranslation('storage');
  const [zoomedUrl, setZoomedUrl] = useState<string>();
  const isZoomed = zoomedUrl === item.url;
  // A thumbnail stands still, and a GIF may not.
  const isSmaller = hasThumbnail(item.name) && extensionOf(item.name) !== 'gif';
  const shown = isSmaller && !isZoomed ? thumbnailUrl(item.url, 1600) : item.url;
  return (
    <UnstyledButton
      className={classes.image}
      data-zoomed={isZoomed || undefined}
      aria-label={t(isZoomed ? 'preview.fit' : 'preview.zoom')}
      aria-pressed={isZoomed}
      onClick={() => setZoomedUrl(isZoomed ? undefined : item.url)}
    >
      <img src={shown} alt={item.name} draggable={false} onError={onBroken} />
    </UnstyledButton>
  );
}
