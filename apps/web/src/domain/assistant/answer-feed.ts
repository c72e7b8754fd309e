import { type AnswerEvent, answerEvent } from '@causeway/contract/assistant/parts.ts';
import { readEventStream } from '@causeway/contract/event-stream.ts';
import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { api } from '#platform/api/api.ts';

export type Question = RouteInput<typeof assistantRoutes.ask>['body'];

export type Feed = {
  projectId: string;
  threadId: string;
  /** A new question, or an answer that is being made already. */
  from: { question: Question } | { messageId: string };
};

const FIRST_WAIT_MS = 500;
const MOST_TRIES = 6;

/**
 * The events of an answer until its end. A line that breaks is taken up again after the last event
 * that arrived, so nothing is missing and nothing comes twice.
 */
export async function* readAnswer(feed: Feed, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const { projectId, threadId, from } = feed;
  const params = { projectId, threadId };
  let messageId = 'messageId' in from ? from.messageId : undefined;
  let after = -1;
  let tries = 0;
  while (!signal.aborted) {
    try {
      const pieces =
        messageId === undefined && 'question' in from
          ? api.stream(assistantRoutes.ask, { params, body: from.question }, { signal })
          : api.stream(
              assistantRoutes.watch,
              { params: { ...params, messageId: messageId ?? '' }, body: { after } },
              { signal },
            );
      for await (const data of readEventStream(pieces)) {
        const event = answerEvent.parse(JSON.parse(data));
        tries = 0;
        after = event.seq;
        if (event.type === 'start') messageId = event.messageId;
        yield event;
        if (event.type === 'finish') return;
      }
    } catch (error) {
      if (signal.aborted) return;
      // What the server refuses stays refused; only a broken line is worth another try.
      if ((error as Error).cause !== undefined) throw error;
      if (tries >= MOST_TRIES) throw error;
    }
    tries += 1;
    if (tries > MOST_TRIES) throw new Error('The answer does not go on');
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * tries));
  }
}
