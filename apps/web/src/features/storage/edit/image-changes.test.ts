import { expect, test } from 'vitest';
import {
  cropBetween,
  cropInside,
  cutSize,
  isChanged,
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
  const once = turn(unchanged, 90);
  expect(cutSize(original, once)).toEqual({ width: 300, height: 400 });
  expect(isChanged(once)).toBe(true);
  expect(isChanged(turn(turn(turn(once, 90), 90), 90))).toBe(false);
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
