import { serveTasks } from '#platform/threads/thread-program.ts';
import { chartSvg, type ChartTask } from './chart-svg.ts';
import { outlined, outlineTexts, writeSvg } from './outlined.ts';
import { type Paper, writePaper } from './paper.ts';
import { type TilePicture, tileSvg } from './tile-svg.ts';

export type DrawingTask =
  | { kind: 'chart'; task: ChartTask }
  | { kind: 'tile'; tile: TilePicture }
  | { kind: 'paper'; paper: Paper };
export type DrawingAnswer = { svg: string } | { pdf: Uint8Array } | { failed: string };

serveTasks(async (asked: DrawingTask): Promise<DrawingAnswer> => {
  try {
    if (asked.kind === 'paper') return { pdf: await writePaper(asked.paper) };
    if (asked.kind === 'tile') return { svg: writeSvg(outlined(tileSvg(asked.tile))) };
    return { svg: writeSvg(outlineTexts(chartSvg(asked.task))) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
});
