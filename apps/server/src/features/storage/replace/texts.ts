import { Failure } from '@causeway/contract/errors.ts';
import { createThread, ThreadEnded } from '#platform/threads/thread.ts';
import type { Rewritten, TextTask } from './rewrite-text.ts';
import type { TextAnswer } from './text-worker.ts';

/** Looks through texts off the thread that answers requests, one after the other. */
export type Texts = { rewrite(task: TextTask): Promise<Rewritten> };

const limits = { patienceMs: 20_000, idleMs: 10_000, memoryMb: 256 };

export function createTexts(): Texts {
  const program = new URL('./text-worker.ts', import.meta.url);
  const thread = createThread<TextTask, TextAnswer>(program, limits);

  async function ask(task: TextTask): Promise<Rewritten> {
    const answer = await thread.ask(task).catch(refuse);
    if ('problem' in answer) throw new Failure('E_PATTERN_INVALID', answer.problem);
    return answer.rewritten;
  }

  return { rewrite: ask };
}

function refuse(error: unknown): never {
  if (!(error instanceof ThreadEnded)) throw error;
  throw new Failure('E_QUERY_TIMEOUT', 'Looking through it took too long.');
}
