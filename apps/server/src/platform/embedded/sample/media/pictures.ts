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

/** How many products have a picture: those the shop sells most. */
const PICTURED = 48;

export function pictureObjects(anchor: Date): SampleObject[] {
  return [
    // The film takes longest, so it starts first and the others are drawn beside it.
    { key: 'videos/a-day-at-the-causeway.webm', make: makeFilm },
    { key: 'pictures/tide.gif', make: makeGif },
    ...landscapeObjects(),
    ...listProducts()
      .slice(0, PICTURED)
      .map((product) => ({
        key: product.pictureKey,
        make: () => draw(drawProductCard(product)).webp({ quality: 86, effort: 2 }).toBuffer(),
      })),
    ...listAvatars(36).map(({ name, svg }) => ({
      key: `pictures/people/${name}.png`,
      make: () => draw(svg).png().toBuffer(),
    })),
    ...listCharts(anchor).map(({ name, svg }) => ({
      key: `pictures/charts/${name}.png`,
      make: () => draw(svg).png().toBuffer(),
    })),
    ...listCharts(anchor)
      .slice(0, 2)
      .map(({ name, svg }) => textObject(`pictures/charts/${name}.svg`, svg)),
    ...emblems.map(({ name, svg }) => textObject(`pictures/emblems/${name}.svg`, svg)),
  ];
}

function landscapeObjects(): SampleObject[] {
  const landscapes = listLandscapes({ width: 1440, height: 900 });
  const wallpapers = listLandscapes({ width: 2560, height: 1600 }).filter(({ name }) =>
    /^causeway-at-(dawn|noon|dusk)/.test(name),
  );
  return [
    ...landscapes.map(({ name, svg }) => ({
      key: `pictures/landscapes/${name}.jpg`,
      make: () => draw(svg).jpeg({ quality: 84, progressive: true }).toBuffer(),
    })),
    ...wallpapers.map(({ name, svg }) => ({
      key: `pictures/wallpapers/${name}.jpg`,
      make: () => draw(svg).jpeg({ quality: 86 }).toBuffer(),
    })),
  ];
}

const draw = (svg: string) => sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });

async function makeGif(): Promise<Buffer> {
  const size = { width: 320, height: 180 };
  const frames = await drawFrames(24, size, (frame) => frame.png().toBuffer());
  return sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: frames.map(() => 90), colours: 64, effort: 3 })
    .toBuffer();
}

async function makeFilm(): Promise<Buffer> {
  const frames = await drawFrames(film.framesPerSecond * film.seconds, film, (frame) =>
    frame.webp({ quality: 78, effort: 1 }).toBuffer(),
  );
  return writeWebm(frames, film);
}

async function drawFrames(
  count: number,
  size: { width: number; height: number },
  save: (frame: Sharp) => Promise<Buffer>,
): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    frames.push(await save(draw(drawTide(index / count, size))));
  }
  return frames;
}
