import { expect, test } from 'vitest';
import { moveCut, wholeCut, zoomCut } from './square-cut.ts';

const wide = { width: 900, height: 300 };

test('SESS-7 a picture is cut from its middle, as large as a square fits', () => {
  expect(wholeCut(wide)).toEqual({ left: 300, top: 0, side: 300, zoom: 1 });
});

test('SESS-7 the square keeps its middle when it is enlarged, and never leaves the picture', () => {
  const closer = zoomCut(wide, wholeCut(wide), 2);
  expect(closer).toEqual({ left: 375, top: 75, side: 150, zoom: 2 });
  expect(moveCut(wide, closer, { x: 5_000, y: -5_000 })).toMatchObject({ left: 750, top: 0 });
  const corner = moveCut(wide, closer, { x: 5_000, y: 5_000 });
  expect(zoomCut(wide, corner, 1)).toEqual({ left: 600, top: 0, side: 300, zoom: 1 });
});
