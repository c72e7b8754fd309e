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

/**
 * What crosses the 180th meridian would be drawn as a stripe around the world: its smaller part is
 * laid onto the edge. Antarctica goes around the pole and stays.
 */
function onOneSide(ring) {
  const jumps = ring.some(([x], at) => Math.abs(x - ring[(at + 1) % ring.length][0]) > 180);
  if (!jumps || ring.some(([, y]) => y < -80)) return ring;
  const isEast = ring.filter(([x]) => x > 0).length >= ring.length / 2;
  return ring
    .map(([x, y]) => (isEast ? [x < -150 ? 180 : x, y] : [x > 150 ? -180 : x, y]))
    .filter(([x, y], at, all) => at === 0 || x !== all[at - 1][0] || y !== all[at - 1][1]);
}

const [land] = topology.objects.land.geometries;
const polygons = land.arcs.map((polygon) => polygon.map((arc) => onOneSide(ringOf(arc))));
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
