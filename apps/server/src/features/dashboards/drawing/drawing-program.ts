import { serveTasks } from '#platform/threads/thread-program.ts';
import { chartSvg, type ChartTask } from './chart-svg.ts';
import { outlineTexts, writeSvg } from './outlined.ts';
import { type Paper, writePaper } from './paper.ts';

export type DrawingTask = { kind: 'chart'; task: ChartTask } | { kind: 'paper'; paper: Paper };
export type DrawingAnswer = { svg: string } | { pdf: Uint8Array } | { failed: string };

serveTasks(async (asked: DrawingTask): Promise<DrawingAnswer> => {
  try {
    if (asked.kind === 'paper') return { pdf: await writePaper(asked.paper) };
    return { svg: writeSvg(outlineTexts(chartSvg(asked.task))) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
});
