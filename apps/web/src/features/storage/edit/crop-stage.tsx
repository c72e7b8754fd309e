import { thumbnailUrl, hasThumbnail } from '@causeway/contract/storage/view.ts';
import { useElementSize } from '@mantine/hooks';
import { useState, type CSSProperties, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './crop-stage.module.css';
import {
  cropBetween,
  cropInside,
  turnedSize,
  type Crop,
  type ImageDraft,
  type Size,
} from './image-changes.ts';

type CropStageProps = {
  name: string;
  url: string;
  original: Size;
  draft: ImageDraft;
  isReadOnly: boolean;
  onCrop: (crop: Crop | undefined) => void;
};

type Point = { x: number; y: number };
type Drag = { kind: 'draw'; start: Point } | { kind: 'move'; start: Point; crop: Crop };

/** A drag shorter than this is a click, and a click cuts nothing. */
const LEAST = 4;

/** The picture as it is turned, with a rectangle to draw on it; numbers beside it do the same. */
export function CropStage({ name, url, original, draft, isReadOnly, onCrop }: CropStageProps) {
  const { t } = useTranslation('storage');
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [drag, setDrag] = useState<Drag>();
  const size = turnedSize(original, draft);
  const scale = Math.min(width / size.width, height / size.height, 1) || 0;
  const shown = { width: size.width * scale, height: size.height * scale };

  function pointOf(event: PointerEvent<HTMLElement>): Point {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  }

  function start(event: PointerEvent<HTMLDivElement>) {
    if (isReadOnly || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    const { crop } = draft;
    setDrag(
      crop && isInside(point, crop)
        ? { kind: 'move', start: point, crop }
        : { kind: 'draw', start: point },
    );
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    if (!drag) return;
    const point = pointOf(event);
    if (drag.kind === 'move') return onCrop(movedCrop(drag, point, size));
    const far = Math.max(Math.abs(point.x - drag.start.x), Math.abs(point.y - drag.start.y));
    if (far * scale >= LEAST) onCrop(cropInside(cropBetween(drag.start, point), size));
  }

  return (
    <div ref={ref} className={classes.room}>
      <div
        className={classes.stage}
        data-editable={!isReadOnly || undefined}
        style={shown}
        onPointerDown={start}
        onPointerMove={follow}
        onPointerUp={() => setDrag(undefined)}
      >
        <img
          className={classes.picture}
          src={hasThumbnail(name) ? thumbnailUrl(url, 1600) : url}
          alt={name}
          draggable={false}
          style={pictureStyle(draft, shown)}
        />
        {draft.crop && (
          <div
            className={classes.crop}
            title={t('image.cropped', draft.crop)}
            style={{
              left: draft.crop.left * scale,
              top: draft.crop.top * scale,
              width: draft.crop.width * scale,
              height: draft.crop.height * scale,
            }}
          />
        )}
      </div>
    </div>
  );
}

/** The last function of a transform is applied first: turned, then mirrored. */
function pictureStyle({ rotate, flip, flop }: ImageDraft, shown: Size): CSSProperties {
  const isUpright = rotate % 180 === 0;
  return {
    width: isUpright ? shown.width : shown.height,
    height: isUpright ? shown.height : shown.width,
    transform: `translate(-50%, -50%) scale(${flop ? -1 : 1}, ${flip ? -1 : 1}) rotate(${rotate}deg)`,
  };
}

function isInside({ x, y }: Point, { left, top, width, height }: Crop): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

function movedCrop({ start, crop }: Drag & { crop: Crop }, point: Point, size: Size): Crop {
  const left = Math.min(Math.max(0, crop.left + point.x - start.x), size.width - crop.width);
  const top = Math.min(Math.max(0, crop.top + point.y - start.y), size.height - crop.height);
  return cropInside({ ...crop, left, top }, size);
}
