import { type ChildProcess, fork } from 'node:child_process';
import type { ResizeOptions } from 'sharp';
import { Failure } from '@causeway/contract/errors.ts';
import { measure, type Sides } from './measure.ts';

/**
 * Pictures of strangers, before they are read here. One of pixels takes as long as it is large; one that
 * is drawn (SVG) is a program: a few lines of it keep whoever draws them busy for hours, and nothing
 * stops that where it runs. So a process of its own draws it, which is
 * - busy: with one picture; at its clock, and where it needs too much memory, it is ended
 * - idle: warm for the next, since folders have many of them; after a while it ends
 */
export type WantedDrawing = {
  mostPixels: number;
  /** How large it is wanted: lines are drawn at that size, and need not be made larger or smaller. */
  size?: ResizeOptions | undefined;
};
export type DrawingTask = { bytes: Uint8Array } & ({ draw: WantedDrawing } | { measure: true });
export type Drawn = { png: Uint8Array } | { sides: Sides } | { failed: string };

const DRAW_MS = 10_000;
const IDLE_MS = 10_000;

const idle = new Map<ChildProcess, NodeJS.Timeout>();

/** The picture itself where it has pixels, else a PNG of it. */
export async function asPixels(bytes: Buffer, wanted: WantedDrawing): Promise<Buffer> {
  if (hasPixels(bytes)) return bytes;
  const drawn = await give({ bytes, draw: wanted });
  if ('png' in drawn) return Buffer.from(drawn.png);
  throw new Error('failed' in drawn ? drawn.failed : 'It was not drawn.');
}

/** How large it is; the beginning of a file is enough. */
export async function sidesOf(bytes: Buffer): Promise<Sides> {
  if (hasPixels(bytes)) return measure(bytes);
  const drawn = await give({ bytes, measure: true });
  if ('sides' in drawn) return drawn.sides;
  throw new Error('failed' in drawn ? drawn.failed : 'It was not measured.');
}

const beginnings = [
  'ffd8ff',
  '89504e47',
  '47494638',
  '49492a00',
  '49492b00',
  '4d4d002a',
  '4d4d002b',
];

/**
 * By their first bytes, as readers tell them apart; RIFF holds WebP, and a type in front AVIF. No drawing
 * can begin so: behind `<!--` there is whatever its author likes.
 */
export function hasPixels(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1');
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  const isAvif = start.startsWith('\0') && start.slice(4, 8) === 'ftyp';
  if (isWebp || isAvif) return true;
  const first = bytes.subarray(0, 4).toString('hex');
  return beginnings.some((known) => first.startsWith(known));
}

async function give(task: DrawingTask): Promise<Drawn> {
  const drawer = takeIdle() ?? startDrawer();
  const { promise, resolve, reject } = Promise.withResolvers<Drawn>();
  const hear = (drawn: Drawn) => {
    resolve(drawn);
    keepIdle(drawer);
  };
  const lose = () => reject(new Failure('E_IMAGE_UNREADABLE', 'This takes too much to be drawn.'));
  const clock = setTimeout(() => drawer.kill('SIGKILL'), DRAW_MS);
  drawer.once('message', hear);
  drawer.once('exit', lose);
  try {
    drawer.send(task, (error) => error && lose());
    return await promise;
  } finally {
    clearTimeout(clock);
    drawer.off('message', hear);
    drawer.off('exit', lose);
  }
}

/** With nothing of our environment, and without a way to our output. */
function startDrawer(): ChildProcess {
  const drawer = fork(new URL('./drawing-process.ts', import.meta.url), [], {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  drawer.on('error', () => drawer.kill('SIGKILL'));
  drawer.once('exit', () => forget(drawer));
  return drawer;
}

function takeIdle(): ChildProcess | undefined {
  const [drawer] = idle.keys();
  if (!drawer) return undefined;
  forget(drawer);
  drawer.ref();
  drawer.channel?.ref();
  return drawer;
}

/** Nobody waits for it any more: it keeps no server from ending, and ends with it. */
function keepIdle(drawer: ChildProcess): void {
  const timer = setTimeout(() => drawer.kill('SIGKILL'), IDLE_MS);
  timer.unref();
  idle.set(drawer, timer);
  drawer.unref();
  drawer.channel?.unref();
}

function forget(drawer: ChildProcess): void {
  clearTimeout(idle.get(drawer));
  idle.delete(drawer);
}
