import { expect, test } from 'vitest';
import {
  type CropEdges,
  cropBetween,
  cropInside,
  cutSize,
  dragEdges,
  type ImageDraft,
  isChanged,
  mirror,
  pathFor,
  sizeByWidth,
  toChanges,
  turn,
  unchanged,
} from './image-changes.ts';

const original = { width: 400, height: 300 };

test('OBJ-5 RULE-3 a picture is converted to webp at quality 0.75, under a name that says so', () => {
  expect(toChanges({ ...unchanged, format: 'webp' })).toMatchObject({
    format: 'webp',
    quality: 0.75,
  });
  expect(pathFor('a.b/photo.large.PNG', 'webp')).toBe('a.b/photo.large.webp');
  expect(pathFor('photo.jpg', 'jpeg')).toBe('photo.jpg');
  expect(pathFor('photo', 'png')).toBe('photo.png');
});

test('OBJ-5 a quarter turn swaps the sides, and four of them change nothing', () => {
  const right = (draft: ImageDraft) => turn(draft, 90, original);
  const once = right(unchanged);
  expect(cutSize(original, once)).toEqual({ width: 300, height: 400 });
  expect(isChanged(once)).toBe(true);
  expect(isChanged(right(right(right(once))))).toBe(false);
});

test('OBJ-5 what is cut stays cut when the picture is turned or mirrored', () => {
  const cut = { ...unchanged, crop: { left: 10, top: 20, width: 100, height: 50 } };
  const right = turn(cut, 90, original);
  expect(right.crop).toEqual({ left: 230, top: 10, width: 50, height: 100 });
  expect(turn(right, 270, original)).toEqual(cut);
  const mirrored = mirror(cut, 'flop', original);
  expect(mirrored.crop).toEqual({ left: 290, top: 20, width: 100, height: 50 });
  expect(mirror(mirrored, 'flop', original)).toEqual(cut);
  // The server turns before it mirrors: to turn right on screen, a mirrored one turns left there.
  expect(turn(mirrored, 90, original)).toMatchObject({ rotate: 270, flop: true });
});

test('OBJ-5 an edge or a corner of what is cut is dragged, across the other side too', () => {
  const crop = { left: 100, top: 100, width: 100, height: 50 };
  const drag = (edges: CropEdges, x: number, y: number) =>
    cropInside(dragEdges(crop, edges, { x, y }), original);
  expect(drag({ x: 'right' }, 250, 0)).toEqual({ ...crop, width: 150 });
  expect(drag({ x: 'left', y: 'top' }, 90, 80)).toEqual({
    left: 90,
    top: 80,
    width: 110,
    height: 70,
  });
  expect(drag({ y: 'bottom' }, 0, 60)).toEqual({ ...crop, top: 60, height: 40 });
});

test('OBJ-5 what is cut lies inside of the picture, whichever way it was drawn', () => {
  const drawn = cropBetween({ x: 390.4, y: 200 }, { x: -20, y: 310 });
  expect(cropInside(drawn, original)).toEqual({ left: 0, top: 200, width: 400, height: 100 });
  expect(cropInside({ left: 500, top: 0, width: 0, height: 0 }, original)).toEqual({
    left: 399,
    top: 0,
    width: 1,
    height: 1,
  });
});

test('OBJ-5 resizing keeps the sides in proportion', () => {
  expect(sizeByWidth(original, 200)).toEqual({ width: 200, height: 150 });
  expect(sizeByWidth({ width: 4000, height: 1 }, 10)).toEqual({ width: 10, height: 1 });
});
