import { createRandom, type Random } from '../../random.ts';
import { mix } from './colour.ts';

/** A time of day: the sky from top to horizon, what the far and the near land fade into, the light. */
type Light = { name: string; sky: readonly string[]; far: string; near: string; sun: string };

const lights: readonly Light[] = [
  {
    name: 'dawn',
    sky: ['#35507c', '#b98aa6', '#f7b892', '#fde3c0'],
    far: '#c998a5',
    near: '#1f2a44',
    sun: '#fff3d6',
  },
  {
    name: 'morning',
    sky: ['#4f9bd0', '#a5d3ea', '#e9f5f2'],
    far: '#a9cdd3',
    near: '#1f5a55',
    sun: '#fffbe8',
  },
  {
    name: 'noon',
    sky: ['#2f86c9', '#7dc0e8', '#d8f0f7'],
    far: '#8fc0c0',
    near: '#2f5d34',
    sun: '#ffffff',
  },
  {
    name: 'dusk',
    sky: ['#2b2350', '#7b3b71', '#e2695d', '#fbb25e'],
    far: '#a5506c',
    near: '#1a1430',
    sun: '#ffe3a3',
  },
  {
    name: 'night',
    sky: ['#060b1e', '#10234a', '#27507a'],
    far: '#284c70',
    near: '#050b18',
    sun: '#f3f6ff',
  },
  {
    name: 'winter',
    sky: ['#8fb2cc', '#cfe0ea', '#f6f4ef'],
    far: '#d3e0e8',
    near: '#4a6a82',
    sun: '#ffffff',
  },
];

const scenes = ['hills', 'peaks', 'causeway', 'forest'] as const;

export type Landscape = { name: string; draw: () => string };

/** Each scene in each light. */
export function listLandscapes(size: { width: number; height: number }): Landscape[] {
  return lights.flatMap((light) =>
    scenes.map((scene) => {
      const name = `${scene}-at-${light.name}`.replace('at-winter', 'in-winter');
      const canvas = { ...size, scene, light };
      return { name, draw: () => drawScene({ ...canvas, random: createRandom(name) }) };
    }),
  );
}

type Canvas = {
  width: number;
  height: number;
  scene: (typeof scenes)[number];
  light: Light;
  random: Random;
};

function drawScene(canvas: Canvas): string {
  const { width, height, scene } = canvas;
  const ground = scene === 'causeway' ? drawSea(canvas) : drawLand(canvas);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawSky(canvas)}${ground}</svg>`;
}

function drawSky({ width, height, light, random }: Canvas): string {
  const stops = light.sky.map(
    (colour, index) => `<stop offset="${index / (light.sky.length - 1)}" stop-color="${colour}"/>`,
  );
  const x = random.between(0.2, 0.8) * width;
  const y = random.between(0.2, 0.38) * height;
  const radius = height * (light.name === 'night' ? 0.045 : 0.06);
  return `<defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="${light.sun}" stop-opacity=".75"/><stop offset=".3" stop-color="${light.sun}" stop-opacity=".28"/><stop offset="1" stop-color="${light.sun}" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="${width}" height="${height * 0.78}" fill="url(#sky)"/>
  ${light.name === 'night' ? drawStars(width, height, random) : ''}
  <circle cx="${x}" cy="${y}" r="${radius * 6}" fill="url(#glow)"/>
  <circle cx="${x}" cy="${y}" r="${radius}" fill="${light.sun}"/>
  ${drawClouds(width, height, random, light)}`;
}

function drawStars(width: number, height: number, random: Random): string {
  return Array.from({ length: 140 }, () => {
    const [x, y] = [random.next() * width, random.next() * height * 0.55];
    return `<circle cx="${x}" cy="${y}" r="${random.between(0.6, 2)}" fill="#fff" opacity="${random.between(0.25, 0.9)}"/>`;
  }).join('');
}

function drawClouds(width: number, height: number, random: Random, light: Light): string {
  const colour = light.name === 'night' ? '#8fb0d8' : '#ffffff';
  return Array.from({ length: 5 }, () => {
    const [x, y] = [random.next() * width, random.between(0.1, 0.42) * height];
    const length = random.between(0.12, 0.34) * width;
    const thick = random.between(0.006, 0.016) * height;
    return `<rect x="${x - length / 2}" y="${y}" width="${length}" height="${thick}" rx="${thick / 2}" fill="${colour}" opacity=".16"/><rect x="${x - length / 3}" y="${y + thick * 1.4}" width="${length * 0.8}" height="${thick * 0.7}" rx="${thick / 3}" fill="${colour}" opacity=".12"/>`;
  }).join('');
}

/** Ridges one before the other, each darker than the last, with mist between. */
function drawLand(canvas: Canvas): string {
  const { width, height, light, scene, random } = canvas;
  const layers = 6;
  return Array.from({ length: layers }, (_, layer) => {
    const depth = layer / (layers - 1);
    const base = height * (0.46 + depth * 0.4);
    const swing = height * (scene === 'peaks' ? 0.2 - depth * 0.13 : 0.07 + depth * 0.02);
    const sharp = scene === 'peaks' && layer < 4;
    const ridge = makeRidge(random, { width, base, swing, sharp });
    const colour = mix(light.far, light.near, depth);
    const trees =
      scene === 'forest' && layer > 1 ? drawTrees(ridge, { random, height, depth }) : '';
    return `<path d="${areaBelow(ridge, width, height)}" fill="${colour}"/><path d="${trees}" fill="${colour}"/>${drawMist(canvas, { layer, base })}`;
  }).join('');
}

type Point = readonly [x: number, y: number];

function makeRidge(
  random: Random,
  { width, base, swing, sharp }: { width: number; base: number; swing: number; sharp: boolean },
): Point[] {
  const waves = Array.from({ length: 6 }, (_, index) => ({
    length: (index + 1) * random.between(0.7, 1.3),
    shift: random.next() * Math.PI * 2,
    tall: 1 / (index + 1.2),
  }));
  const fold = (value: number) => (sharp ? 1 - 2 * Math.abs(value) : value);
  return Array.from({ length: 241 }, (_, step) => {
    const share = step / 240;
    const rise = waves.reduce(
      (sum, { length, shift, tall }) =>
        sum + tall * fold(Math.sin(share * Math.PI * 2 * length + shift)),
      0,
    );
    return [share * width, base - rise * swing * 0.8];
  });
}

function areaBelow(ridge: readonly Point[], width: number, height: number): string {
  return `M0 ${height}L${ridge.map(pointText).join('L')}L${width} ${height}Z`;
}

const pointText = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

function drawTrees(
  ridge: readonly Point[],
  { random, height, depth }: { random: Random; height: number; depth: number },
): string {
  return ridge
    .flatMap(([x, y], index) => {
      if (index % 2 || random.chance(0.25)) return [];
      const tall = height * (0.03 + depth * 0.09) * random.between(0.6, 1.25);
      const wide = tall * 0.22;
      const tiers = [0, 0.27, 0.54].map((from) => {
        const top = y - tall * (1 - from);
        const half = wide * (0.55 + from * 0.85);
        return `M${x.toFixed(1)} ${top.toFixed(1)}l${half.toFixed(1)} ${(tall * 0.48).toFixed(1)}h${(-2 * half).toFixed(1)}Z`;
      });
      return tiers;
    })
    .join('');
}

function drawMist({ width, height, light }: Canvas, at: { layer: number; base: number }): string {
  if (at.layer > 3) return '';
  const id = `mist${at.layer}`;
  const colour = light.sky.at(-1);
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}" stop-opacity="0"/><stop offset=".45" stop-color="${colour}" stop-opacity="${0.34 - at.layer * 0.06}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient><rect y="${at.base - height * 0.02}" width="${width}" height="${height * 0.2}" fill="url(#${id})"/>`;
}

/** The sea with a road on stones that leads to an island: what the product is named after. */
function drawSea(canvas: Canvas): string {
  const { width, height, light, random } = canvas;
  const horizon = height * 0.56;
  const coast = makeRidge(random, { width, base: horizon, swing: height * 0.035, sharp: false });
  const water = [mix(light.sky.at(-1)!, light.near, 0.18), mix(light.sky[0]!, light.near, 0.45)];
  const island = width * random.between(0.44, 0.62);
  const road = mix(light.near, '#000000', 0.12);
  const top = mix(light.far, '#ffffff', 0.35);
  const start = width * (island > width / 2 ? 0.06 : 0.94);
  return `<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${water[0]}"/><stop offset="1" stop-color="${water[1]}"/></linearGradient>
    <path d="${areaBelow(coast, width, horizon + 4)}" fill="${mix(light.far, light.near, 0.25)}" opacity=".8"/>
    <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#water)"/>
    ${drawGlitter(canvas, horizon)}
    <path d="M${start} ${height}Q${(start + island) / 2} ${height * 0.76} ${island} ${horizon + 8}L${island + 16} ${horizon + 8}Q${(start + island) / 2 + width * 0.12} ${height * 0.78} ${start + width * 0.3} ${height}Z" fill="${road}"/>
    <path d="M${start + width * 0.03} ${height}Q${(start + island) / 2 + 20} ${height * 0.75} ${island + 3} ${horizon + 8}L${island + 11} ${horizon + 8}Q${(start + island) / 2 + width * 0.1} ${height * 0.77} ${start + width * 0.25} ${height}Z" fill="${top}" opacity=".75"/>
    ${drawIsland({ x: island, y: horizon, size: height * 0.2, light })}`;
}

function drawGlitter({ width, height, light, random }: Canvas, horizon: number): string {
  return Array.from({ length: 90 }, () => {
    const depth = random.next() ** 2;
    const y = horizon + 6 + depth * (height - horizon);
    const length = (0.01 + depth * 0.08) * width * random.between(0.4, 1.3);
    const thick = 1 + depth * 5;
    return `<rect x="${random.next() * width - length / 2}" y="${y}" width="${length}" height="${thick}" rx="${thick / 2}" fill="${light.sun}" opacity="${random.between(0.05, 0.22)}"/>`;
  }).join('');
}

function drawIsland(at: { x: number; y: number; size: number; light: Light }): string {
  const { x, y, size, light } = at;
  const rock = mix(light.far, light.near, 0.82);
  const lamp = '#ffe9a8';
  return `<path d="M${x - size * 1.5} ${y + 10}Q${x - size} ${y - size * 0.3} ${x - size * 0.35} ${y - size * 0.42}Q${x + size * 0.3} ${y - size * 0.55} ${x + size * 0.7} ${y - size * 0.2}Q${x + size * 1.2} ${y - size * 0.05} ${x + size * 1.6} ${y + 10}Z" fill="${rock}"/>
    <path d="M${x - size * 0.13} ${y - size * 0.42}L${x - size * 0.08} ${y - size * 1.25}H${x + size * 0.08}L${x + size * 0.13} ${y - size * 0.42}Z" fill="#f4efe6"/>
    <path d="M${x - size * 0.115} ${y - size * 0.7}H${x + size * 0.115}L${x + size * 0.098} ${y - size * 0.95}H${x - size * 0.098}Z" fill="#b4432f"/>
    <rect x="${x - size * 0.1}" y="${y - size * 1.3}" width="${size * 0.2}" height="${size * 0.05}" fill="#2b2b33"/>
    <rect x="${x - size * 0.06}" y="${y - size * 1.42}" width="${size * 0.12}" height="${size * 0.12}" fill="${lamp}"/>
    <path d="M${x - size * 0.085} ${y - size * 1.42}L${x} ${y - size * 1.55}L${x + size * 0.085} ${y - size * 1.42}Z" fill="#b4432f"/>
    <radialGradient id="lamp"><stop offset="0" stop-color="${lamp}" stop-opacity=".6"/><stop offset="1" stop-color="${lamp}" stop-opacity="0"/></radialGradient>
    <circle cx="${x}" cy="${y - size * 1.36}" r="${size * 0.6}" fill="url(#lamp)"/>`;
}
