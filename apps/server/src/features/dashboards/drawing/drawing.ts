import { loadSharp } from '#platform/pictures/sharp.ts';
import { createThread, type Thread } from '#platform/threads/thread.ts';
import type { ChartTask } from './chart-svg.ts';
import type { DrawingAnswer, DrawingTask } from './drawing-program.ts';
import type { Paper } from './paper.ts';
import type { TilePicture } from './tile-svg.ts';

/** Pictures and paper, made in a thread with a limit on memory and time. */
export type Drawing = {
  png(task: ChartTask): Promise<Buffer>;
  /** A tile of any kind, as it stands alone. */
  tile(tile: TilePicture): Promise<Buffer>;
  pdf(paper: Paper): Promise<Buffer>;
  close(): Promise<void>;
};

const program = new URL('./drawing-program.ts', import.meta.url);
const limits = { patienceMs: 30_000, idleMs: 60_000, memoryMb: 256 };

export function createDrawing(): Drawing {
  const thread: Thread<DrawingTask, DrawingAnswer> = createThread(program, limits);
  async function paint(task: DrawingTask): Promise<Buffer> {
    const answer = await thread.ask(task);
    if (!('svg' in answer)) throw new Error('failed' in answer ? answer.failed : 'No picture');
    const sharp = await loadSharp();
    // Twice as many points as it is shown with: crisp on every screen.
    return sharp(Buffer.from(answer.svg), { density: 144 })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer();
  }

  return {
    png: (task) => paint({ kind: 'chart', task }),
    tile: (tile) => paint({ kind: 'tile', tile }),
    pdf: async (paper) => {
      const answer = await thread.ask({ kind: 'paper', paper });
      if (!('pdf' in answer)) throw new Error('failed' in answer ? answer.failed : 'No paper');
      return Buffer.from(answer.pdf);
    },
    close: () => thread.close(),
  };
}
