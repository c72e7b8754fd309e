import {
  type AnswerEvent,
  foldEvent,
  type MessagePart,
} from '@causeway/contract/assistant/parts.ts';
import { assistantRoutes, type PageContext } from '@causeway/contract/assistant/threads.ts';
import { readEventStream } from '@causeway/contract/event-stream.ts';
import { fillPath } from '@causeway/contract/route.ts';
import type { TestUser } from './factories.ts';
import type { TestServer } from './test-server.ts';

export type Heard = { events: AnswerEvent[]; parts: MessagePart[]; text: string };

type Place = { projectId: string; connectorId: string | null };

/** Begins a thread, as the page does before its first question. */
export async function beginThread(server: TestServer, as: TestUser, place: Place) {
  const { projectId, connectorId } = place;
  return server.call(assistantRoutes.create, { params: { projectId }, body: { connectorId } }, as);
}

export type Ask = {
  projectId: string;
  threadId: string;
  text: string;
  parentId?: string | null;
  questionId?: string;
  language?: 'en' | 'de';
  page?: PageContext;
  signal?: AbortSignal;
};

/** The stream of an answer as a browser opens it. */
export function openAnswer(server: TestServer, as: TestUser, ask: Ask): Promise<Response> {
  const { projectId, threadId, text, parentId = null, questionId, language = 'en', page } = ask;
  return fetch(server.url + fillPath(assistantRoutes.ask.path, { projectId, threadId }), {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      questionId: questionId ?? crypto.randomUUID(),
      text,
      parentId,
      language,
      page,
    }),
    signal: ask.signal ?? null,
  });
}

export async function* eventsOf(response: Response): AsyncGenerator<AnswerEvent> {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const pieces = response.body!.pipeThrough(new TextDecoderStream());
  for await (const data of readEventStream(pieces)) yield JSON.parse(data) as AnswerEvent;
}

/** Asks and waits for the end of the answer. */
export async function askAndHear(server: TestServer, as: TestUser, ask: Ask): Promise<Heard> {
  return hear(await openAnswer(server, as, ask));
}

export async function hear(response: Response): Promise<Heard> {
  const events: AnswerEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  const parts = events.reduce<MessagePart[]>(foldEvent, []);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { events, parts, text };
}
