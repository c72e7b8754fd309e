import { thumbnailUrl, hasThumbnail } from '@causeway/contract/storage/view.ts';
import { useElementSize } from '@mantine/hooks';
import { useState, type CSSProperties, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './crop-stage.module.css';
import {
  cropBetween,
  cropInside,
  dragEdges,
  turnedSize,
  type Crop,
  type CropEdges,
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
type Drag =
  | { kind: 'draw'; start: Point }
  | { kind: 'move'; start: Point; crop: Crop }
  | { kind: 'edges'; edges: CropEdges; crop: Crop };

/** A drag shorter than this is a click, and a click cuts nothing. */
const LEAST = 4;
/** Pixels on screen around an edge that take hold of it; a finger is wider than a mouse. */
const REACH = { mouse: 7, touch: 18 };

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
    setDrag(dragAt(event));
  }

  /** What pressing here would begin. */
  function dragAt(event: PointerEvent<HTMLElement>): Drag {
    const point = pointOf(event);
    const { crop } = draft;
    if (!crop) return { kind: 'draw', start: point };
    const reach = REACH[event.pointerType === 'touch' ? 'touch' : 'mouse'] / scale;
    const edges = findEdges(point, crop, reach);
    if (edges) return { kind: 'edges', edges, crop };
    return isInside(point, crop)
      ? { kind: 'move', start: point, crop }
      : { kind: 'draw', start: point };
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.style.cursor = isReadOnly ? '' : cursorOf(drag ?? dragAt(event));
    if (!drag) return;
    const point = pointOf(event);
    if (drag.kind === 'move') return onCrop(movedCrop(drag, point, size));
    if (drag.kind === 'edges') {
      return onCrop(cropInside(dragEdges(drag.crop, drag.edges, within(point, size)), size));
    }
    const far = Math.max(Math.abs(point.x - drag.start.x), Math.abs(point.y - drag.start.y));
    if (far * scale >= LEAST) {
      onCrop(cropInside(cropBetween(drag.start, within(point, size)), size));
    }
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
          >
            {!isReadOnly && corners.map((corner) => <i key={corner} data-corner={corner} />)}
          </div>
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

const corners = ['top left', 'top right', 'bottom left', 'bottom right'];

/** The edge or corner within reach; undefined in the middle and far outside. */
function findEdges({ x, y }: Point, crop: Crop, reach: number): CropEdges | undefined {
  const { left, top, width, height } = crop;
  const isNear = (a: number, b: number) => Math.abs(a - b) <= reach;
  const isBeside = x >= left - reach && x <= left + width + reach;
  const isAbreast = y >= top - reach && y <= top + height + reach;
  if (!isBeside || !isAbreast) return undefined;
  const atX = isNear(x, left) ? 'left' : isNear(x, left + width) ? 'right' : undefined;
  const atY = isNear(y, top) ? 'top' : isNear(y, top + height) ? 'bottom' : undefined;
  if (!atX && !atY) return undefined;
  return { ...(atX && { x: atX }), ...(atY && { y: atY }) };
}

function cursorOf(drag: Drag): string {
  if (drag.kind !== 'edges') return drag.kind === 'move' ? 'move' : 'crosshair';
  const { x, y } = drag.edges;
  if (x && y) return (x === 'left') === (y === 'top') ? 'nwse-resize' : 'nesw-resize';
  return x ? 'ew-resize' : 'ns-resize';
}

/** A drag may leave the picture; what it cuts may not. */
function within({ x, y }: Point, { width, height }: Size): Point {
  return { x: Math.min(Math.max(0, x), width), y: Math.min(Math.max(0, y), height) };
}

function isInside({ x, y }: Point, { left, top, width, height }: Crop): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

function movedCrop({ start, crop }: { start: Point; crop: Crop }, point: Point, size: Size): Crop {
  const left = Math.min(Math.max(0, crop.left + point.x - start.x), size.width - crop.width);
  const top = Math.min(Math.max(0, crop.top + point.y - start.y), size.height - crop.height);
  return cropInside({ ...crop, left, top }, size);
}
