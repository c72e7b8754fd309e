import { fileRoutes, type FilesProgress, type FilesRunLine } from '@causeway/contract/sql/files.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import type { RunResult } from '@causeway/contract/sql/editor.ts';
import { api } from '#platform/api/api.ts';

type RunBody = RouteInput<typeof fileRoutes.run>['body'];
type RunOptions = { signal: AbortSignal; onProgress(progress: FilesProgress): void };

/** Runs a statement over files; leaving ends it on the server, with all it fetched so far. */
export async function runFiles(
  body: RunBody,
  { signal, onProgress }: RunOptions,
): Promise<RunResult> {
  for await (const line of linesOf(body, signal)) {
    if ('progress' in line) onProgress(line.progress);
    else if ('result' in line) return line.result;
    else throw line.error;
  }
  throw new Error('The answer ended before its result.');
}

async function* linesOf(body: RunBody, signal: AbortSignal): AsyncGenerator<FilesRunLine> {
  let rest: string[] = [];
  try {
    for await (const piece of api.stream(fileRoutes.run, { body }, { signal })) {
      const [first = '', ...others] = piece.split('\n');
      rest.push(first);
      for (const next of others) {
        yield JSON.parse(rest.join('')) as FilesRunLine;
        rest = [next];
      }
    }
  } catch (error) {
    // A refusal is told inside the error of the stream.
    throw (error as Error).cause ?? error;
  }
}
