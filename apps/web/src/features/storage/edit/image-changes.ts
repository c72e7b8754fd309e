import { extensionOf } from '@causeway/contract/file-types.ts';
import type { ImageChanges } from '@causeway/contract/storage/previews.ts';

export type Size = { width: number; height: number };
export type Crop = { left: number; top: number; width: number; height: number };
export type ImageFormat = NonNullable<ImageChanges['format']>;
export type ImageDraft = {
  rotate: 0 | 90 | 180 | 270;
  flip: boolean;
  flop: boolean;
  crop: Crop | undefined;
  resize: Size | undefined;
  format: ImageFormat | undefined;
  quality: number;
};

/** RULE-3: what a picture is converted with unless somebody says otherwise. */
export const USUAL_QUALITY = 0.75;

export const unchanged: ImageDraft = {
  rotate: 0,
  flip: false,
  flop: false,
  crop: undefined,
  resize: undefined,
  format: undefined,
  quality: USUAL_QUALITY,
};

export const imageFormats: ImageFormat[] = ['webp', 'png', 'jpeg', 'avif'];

export function isChanged(draft: ImageDraft): boolean {
  return JSON.stringify({ ...draft, quality: 0 }) !== JSON.stringify({ ...unchanged, quality: 0 });
}

/**
 * A quarter turn of what is on screen, with what is cut out of it; a size meant the picture before.
 * The server turns first and mirrors then, and what is mirrored once turns the other way round.
 */
export function turn(draft: ImageDraft, by: 90 | 270, original: Size): ImageDraft {
  const size = turnedSize(original, draft);
  const inner = draft.flip === draft.flop ? by : 360 - by;
  const rotate = ((draft.rotate + inner) % 360) as ImageDraft['rotate'];
  const crop = draft.crop && turnedCrop(draft.crop, by, size);
  return { ...draft, rotate, crop, resize: undefined };
}

function turnedCrop({ left, top, width, height }: Crop, by: 90 | 270, size: Size): Crop {
  const sides = { width: height, height: width };
  return by === 90
    ? { left: size.height - top - height, top: left, ...sides }
    : { left: top, top: size.width - left - width, ...sides };
}

/** Mirrors what is on screen, with what is cut out of it. */
export function mirror(draft: ImageDraft, way: 'flip' | 'flop', original: Size): ImageDraft {
  const { crop } = draft;
  const size = turnedSize(original, draft);
  const mirrored =
    way === 'flop'
      ? crop && { ...crop, left: size.width - crop.left - crop.width }
      : crop && { ...crop, top: size.height - crop.top - crop.height };
  return { ...draft, [way]: !draft[way], crop: mirrored };
}

export function turnedSize({ width, height }: Size, { rotate }: ImageDraft): Size {
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** What will be left after turning and cutting, before it is resized. */
export function cutSize(original: Size, draft: ImageDraft): Size {
  const { width, height } = draft.crop ?? turnedSize(original, draft);
  return { width, height };
}

/** Keeps the sides in proportion. */
export function sizeByWidth(of: Size, width: number): Size {
  return { width, height: Math.max(1, Math.round((of.height * width) / of.width)) };
}

export function sizeByHeight(of: Size, height: number): Size {
  return { width: Math.max(1, Math.round((of.width * height) / of.height)), height };
}

/** Whole pixels inside of the picture, at least one. */
export function cropInside(crop: Crop, { width, height }: Size): Crop {
  const left = clamp(Math.round(crop.left), 0, width - 1);
  const top = clamp(Math.round(crop.top), 0, height - 1);
  return {
    left,
    top,
    width: clamp(Math.round(crop.width), 1, width - left),
    height: clamp(Math.round(crop.height), 1, height - top),
  };
}

/** The rectangle between two corners, whichever way it was drawn. */
export function cropBetween(a: { x: number; y: number }, b: { x: number; y: number }): Crop {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Which sides of a rectangle a drag has hold of. */
export type CropEdges = { x?: 'left' | 'right'; y?: 'top' | 'bottom' };

/** The rectangle with those sides where the pointer is. */
export function dragEdges(crop: Crop, edges: CropEdges, to: { x: number; y: number }): Crop {
  const [right, bottom] = [crop.left + crop.width, crop.top + crop.height];
  return cropBetween(
    { x: edges.x === 'left' ? to.x : crop.left, y: edges.y === 'top' ? to.y : crop.top },
    { x: edges.x === 'right' ? to.x : right, y: edges.y === 'bottom' ? to.y : bottom },
  );
}

export function toChanges(draft: ImageDraft): ImageChanges {
  const { rotate, flip, flop, crop, resize, format, quality } = draft;
  return {
    rotate,
    flip,
    flop,
    quality,
    ...(crop && { crop }),
    ...(resize && { resize }),
    ...(format && { format }),
  };
}

/** Another format needs another ending, or the name would lie. */
export function pathFor(path: string, format: ImageFormat | undefined): string {
  const extension = extensionOf(path);
  const isSame = !format || extension === format || (format === 'jpeg' && extension === 'jpg');
  if (isSame) return path;
  const stem = extension === '' ? path : path.slice(0, -extension.length - 1);
  return `${stem}.${format}`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
