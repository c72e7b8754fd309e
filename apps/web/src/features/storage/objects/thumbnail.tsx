import { extensionOf, isFolder } from '@causeway/contract/file-types.ts';
import { hasThumbnail, thumbnailUrl, type ThumbnailSize } from '@causeway/contract/storage/view.ts';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { fileIcon } from '#domain/storage/file-icon.ts';
import type { ObjectItem } from '../storage-query.ts';
import classes from './thumbnail.module.css';

/** These fill their box; drawings are shown whole, their edges belong to them. */
const photos = new Set(['jpg', 'jpeg', 'jfif', 'webp', 'avif', 'gif']);

type ThumbnailProps = { item: ObjectItem; size: ThumbnailSize; iconSize: number };

/** A small picture of an object, in a box that has its size before the picture is there. */
export function Thumbnail({ item, size, iconSize }: ThumbnailProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const [shownUrl, setShownUrl] = useState<string>();
  const url = hasThumbnail(item.name) && item.byte_size > 0 ? item.url : undefined;
  if (url && url !== brokenUrl) {
    return (
      <img
        className={classes.picture}
        data-shown={shownUrl === url || undefined}
        data-photo={photos.has(extensionOf(item.name)) || undefined}
        src={thumbnailUrl(url, size)}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={() => setShownUrl(url)}
        onError={() => setBrokenUrl(url)}
      />
    );
  }
  return <FileSign item={item} iconSize={iconSize} />;
}

/** What kind of file it is, without reading anything of it. */
export function FileSign({ item, iconSize }: Omit<ThumbnailProps, 'size'>) {
  const extension = extensionOf(item.name);
  return (
    <span className={classes.icon} aria-hidden data-folder={isFolder(item.path) || undefined}>
      <Icon name={fileIcon(item.name)} size={iconSize} />
      {iconSize > 24 && extension !== '' && !isFolder(item.path) && (
        <span className={classes.extension}>{extension}</span>
      )}
    </span>
  );
}
