import { Icon } from '#ui/icon.tsx';
import type { ObjectItem } from '../storage-query.ts';
import classes from './preview.module.css';

type MediaPreviewProps = { kind: 'video' | 'audio'; item: ObjectItem; onBroken: () => void };

export function MediaPreview({ kind, item, onBroken }: MediaPreviewProps) {
  if (kind === 'video') {
    return (
      // Files of users bring no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        key={item.url}
        className={classes.video}
        src={item.url}
        controls
        playsInline
        preload="metadata"
        aria-label={item.name}
        onError={onBroken}
      />
    );
  }
  return (
    <div className={classes.audio}>
      <Icon name="audio" size={64} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        key={item.url}
        src={item.url}
        controls
        preload="metadata"
        aria-label={item.name}
        onError={onBroken}
      />
    </div>
  );
}
