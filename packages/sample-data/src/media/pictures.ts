import sharp, { type Sharp } from 'sharp';
import { listProducts } from '../shop/catalog.ts';
import { listAvatars } from './drawing/avatars.ts';
import { listCharts } from './drawing/charts.ts';
import { emblems } from './drawing/emblems.ts';
import { listLandscapes } from './drawing/landscapes.ts';
import { drawProductCard } from './drawing/product-cards.ts';
import { drawTide } from './drawing/tide.ts';
import { textObject, type SampleObject } from './objects.ts';
import { writeWebm } from './formats/webm.ts';

const film = { width: 640, height: 360, framesPerSecond: 15, seconds: 8 };

export function pictureObjects(anchor: Date): SampleObject[] {
  return [
    // The film takes longest, so it starts first and the others are drawn beside it.
    drawn('videos/a-day-at-the-causeway.webm', makeFilm, 1000),
    drawn('pictures/tide.gif', makeGif, 300),
    ...landscapeObjects(),
    ...productObjects(),
    ...listAvatars(36).map(({ name, svg }) =>
      drawn(`pictures/people/${name}.png`, () => render(svg).png().toBuffer(), 6),
    ),
    ...listCharts(anchor).map(({ name, svg }) =>
      drawn(`pictures/charts/${name}.png`, () => render(svg).png().toBuffer(), 20),
    ),
    ...listCharts(anchor)
      .slice(0, 2)
      .map(({ name, svg }) => textObject(`pictures/charts/${name}.svg`, svg)),
    ...emblems.map(({ name, svg, earlier }) =>
      textObject(`pictures/emblems/${name}.svg`, svg, earlier),
    ),
  ];
}

function landscapeObjects(): SampleObject[] {
  const landscapes = listLandscapes({ width: 1440, height: 900 });
  const wallpapers = listLandscapes({ width: 2560, height: 1600 }).filter(({ name }) =>
    /^causeway-at-(dawn|noon|dusk)/.test(name),
  );
  const save = (svg: string) => render(svg).jpeg({ quality: 85, progressive: true }).toBuffer();
  return [
    ...landscapes.map(({ name, draw }) =>
      drawn(`pictures/landscapes/${name}.jpg`, () => save(draw()), 50),
    ),
    ...wallpapers.map(({ name, draw }) =>
      drawn(`pictures/wallpapers/${name}.jpg`, () => save(draw()), 250),
    ),
  ];
}

function productObjects(): SampleObject[] {
  return listProducts().flatMap((product) => {
    const { pictureKey } = product;
    if (!pictureKey) return [];
    const save = () => render(drawProductCard(product)).webp({ quality: 86, effort: 2 }).toBuffer();
    return [drawn(pictureKey, save, 30)];
  });
}

function drawn(key: string, make: SampleObject['make'], effort: number): SampleObject {
  return { key, make, effort };
}

const render = (svg: string) => sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });

async function makeGif(signal: AbortSignal): Promise<Buffer> {
  const size = { width: 320, height: 180, count: 24 };
  const frames = await drawFrames(size, (frame) => frame.png().toBuffer(), signal);
  return sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: frames.map(() => 90), colours: 64, effort: 3 })
    .toBuffer();
}

async function makeFilm(signal: AbortSignal): Promise<Buffer> {
  const count = film.framesPerSecond * film.seconds;
  const save = (frame: Sharp) => frame.webp({ quality: 78, effort: 1 }).toBuffer();
  return writeWebm(await drawFrames({ ...film, count }, save, signal), film);
}

async function drawFrames(
  { count, ...size }: { count: number; width: number; height: number },
  save: (frame: Sharp) => Promise<Buffer>,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    signal.throwIfAborted();
    frames.push(await save(render(drawTide(index / count, size))));
  }
  return frames;
}
