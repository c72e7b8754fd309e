import { serveTasks } from '#platform/threads/thread-program.ts';
import { type Rewritten, rewriteText, type TextTask } from './rewrite-text.ts';

/** Looks through texts off the thread that answers requests: a long one takes seconds. */
export type TextAnswer = { rewritten: Rewritten } | { problem: string };

serveTasks(answer);

function answer(task: TextTask): TextAnswer {
  try {
    return { rewritten: rewriteText(task) };
  } catch (error) {
    // The engine names the pattern with flags in front that nobody wrote.
    return { problem: (error as Error).message.replace(/`\(\?[a-z]+\)/, '`') };
  }
}
