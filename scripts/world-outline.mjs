// Makes the outline of the world that maps are drawn on, from the land of the npm package
// world-atlas (ISC; Natural Earth, public domain): node scripts/world-outline.mjs land-110m.json
import { readFileSync, writeFileSync } from 'node:fs';

const topology = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { scale, translate } = topology.transform;

/** Points are steps from the one before, in whole numbers. */
const arcs = topology.arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
});

const round = (point) => point.map((value) => Math.round(value * 10) / 10);
const ringOf = (indexes) =>
  indexes
    .flatMap((index, place) => {
      const arc = index < 0 ? arcs[~index].toReversed() : arcs[index];
      return place === 0 ? arc : arc.slice(1);
    })
    .map(round);

const [land] = topology.objects.land.geometries;
const polygons = land.arcs.map((polygon) => polygon.map(ringOf));
const outline = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'land' },
      geometry: { type: 'MultiPolygon', coordinates: polygons },
    },
  ],
};
const target = new URL('../packages/contract/src/drawing/world-outline.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(outline)}\n`);
