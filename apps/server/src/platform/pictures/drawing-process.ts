import type { Drawn, DrawingTask, WantedDrawing } from './as-pixels.ts';
import { measure } from './measure.ts';
import { loadSharp } from './sharp.ts';

/** The process that as-pixels.ts has pictures drawn in. What draws does not listen: it is ended hard. */
const MOST_BYTES = 1024 ** 3;
const LOOK_MS = 50;

const end = () => process.kill(process.pid, 'SIGKILL');

process.on('message', (task: DrawingTask) => {
  void work(task).then((drawn) => process.send?.(drawn));
});
process.on('disconnect', end);
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES) end();
}, LOOK_MS).unref();

async function work(task: DrawingTask): Promise<Drawn> {
  try {
    if ('measure' in task) return { sides: await measure(task.bytes) };
    return { png: await draw(task.bytes, task.draw) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

async function draw(bytes: Uint8Array, { mostPixels, size }: WantedDrawing): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  const sized = size ? picture.resize(size) : picture;
  return sized.png({ compressionLevel: 1 }).toBuffer();
}
