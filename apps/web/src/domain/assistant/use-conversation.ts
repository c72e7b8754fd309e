import { type DataLevel, foldEvent, type MessagePart } from '@causeway/contract/assistant/parts.ts';
import {
  assistantRoutes,
  type ChatMessage,
  type Mention,
  type PageContext,
} from '@causeway/contract/assistant/threads.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { readAnswer, type Feed, type Question } from './answer-feed.ts';
import { createArrivingParts } from './arriving-parts.ts';
import { branchOf } from './branch.ts';
import { refreshThreads, threadQuery } from './threads-query.ts';

/** An answer that arrives; what of it is there already is kept beside it. */
type Live = { messageId: string | undefined };

export type Asking = {
  text: string;
  /** What it follows; the end of the branch unless an earlier question is put anew. */
  parentId?: string | null;
  mentions?: Mention[];
  page?: PageContext | undefined;
};

/** A question that begins a thread. */
export type NewAsking = Asking & { connectorId: string | null; level?: DataLevel | undefined };

/** A thread as it is shown: its branch, what is arriving, and what can be done with it. */
export function useConversation(projectId: string, threadId: string, language: 'en' | 'de') {
  const query = useQuery(threadQuery(projectId, threadId));
  const [live, setLive] = useState<Live>();
  const [arriving] = useState(createArrivingParts);
  const [error, setError] = useState<unknown>();
  const [unsent, setUnsent] = useState<string>();
  const reading = useRef<AbortController>(undefined);

  const stored = query.data;
  const running = stored?.messages.find(({ state }) => state === 'running')?.id;

  /** Whether the answer could be read. */
  async function follow(feed: Feed): Promise<boolean> {
    reading.current?.abort();
    const stop = new AbortController();
    reading.current = stop;
    let parts: MessagePart[] = [];
    let messageId = 'messageId' in feed.from ? feed.from.messageId : undefined;
    let isRead = true;
    const draw = onceAFrame(() => {
      if (!stop.signal.aborted) arriving.set(parts);
    });
    arriving.set(parts);
    setLive({ messageId });
    try {
      for await (const event of readAnswer(feed, stop.signal)) {
        parts = foldEvent(parts, event);
        if (event.type === 'start' && event.messageId !== messageId) {
          ({ messageId } = event);
          setLive({ messageId });
        }
        draw();
      }
    } catch (failure) {
      isRead = stop.signal.aborted;
      if (!isRead) setError(failure);
    }
    if (stop.signal.aborted) return true;
    await queryClient.invalidateQueries(threadQuery(projectId, threadId));
    setLive(undefined);
    await refreshThreads(projectId);
    return isRead;
  }

  // Leaving the page leaves the answer to itself; coming back takes it up again.
  useEffect(() => () => reading.current?.abort(), [projectId, threadId]);
  useEffect(() => {
    if (running !== undefined && live === undefined) {
      void follow({ projectId, threadId, from: { messageId: running } });
    }
    // Only a new running answer starts it: `follow` and `live` change with every event.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [running]);

  const branch = useMemo(
    () => (stored ? branchOf(stored.messages, stored.thread.leafId) : []),
    [stored],
  );
  const shown = useMemo(() => withLive(branch, live), [branch, live]);

  async function ask({ text, parentId, mentions = [], page }: Asking): Promise<void> {
    setError(undefined);
    setUnsent(undefined);
    const follows = parentId === undefined ? (branch.at(-1)?.id ?? null) : parentId;
    const question: Question = {
      questionId: crypto.randomUUID(),
      text,
      parentId: follows,
      language,
      mentions,
      ...(page && { page }),
    };
    addQuestion(projectId, threadId, question);
    const isRead = await follow({ projectId, threadId, from: { question } });
    // What the server did not take stands in the field again.
    if (!isRead && !isKept(projectId, threadId, question)) setUnsent(text);
  }

  async function stop(): Promise<void> {
    const messageId = live?.messageId ?? running;
    if (messageId === undefined) return;
    await api.call(assistantRoutes.stop, { params: { projectId, threadId, messageId } });
  }

  return {
    query,
    thread: stored?.thread,
    messages: stored?.messages ?? none,
    branch: shown,
    /** Of the answer that arrives: its id, and what is there of it. */
    arrivingId: live && (live.messageId ?? ARRIVING),
    arriving,
    isAnswering: live !== undefined || running !== undefined,
    error,
    unsent,
    ask,
    stop,
  };
}

/** The id of an answer until the server tells it. */
const ARRIVING = 'arriving';
/** The same list for every drawing. */
const none: readonly ChatMessage[] = [];

/** What arrives many times between two pictures is drawn once. */
function onceAFrame(draw: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      draw();
    });
  };
}

function withLive(branch: ChatMessage[], live: Live | undefined): ChatMessage[] {
  if (!live) return branch;
  const at = branch.findIndex(({ id }) => id === live.messageId);
  const last = branch.at(-1);
  const known = branch[at] ?? emptyAnswer(live.messageId ?? ARRIVING, last?.id ?? null);
  const shown = { ...known, parts: [], state: 'running' as const };
  return at === -1 ? [...branch, shown] : branch.with(at, shown);
}

function emptyAnswer(id: string, parentId: string | null): ChatMessage {
  return {
    id,
    parentId,
    role: 'assistant',
    parts: [],
    state: 'running',
    model: null,
    mentions: [],
    feedback: null,
    createdAt: new Date().toISOString(),
  };
}

/** It has an answer, or was told by the server: what we only added ourselves has neither. */
function isKept(projectId: string, threadId: string, { questionId }: Question): boolean {
  const { queryKey } = threadQuery(projectId, threadId);
  const known = queryClient.getQueryData(queryKey);
  if (!known || known.messages.some(({ parentId }) => parentId === questionId)) return true;
  queryClient.setQueryData(queryKey, {
    ...known,
    messages: known.messages.filter(({ id }) => id !== questionId),
  });
  return false;
}

/** The question stands in the thread before the server has it. */
function addQuestion(projectId: string, threadId: string, question: Question): void {
  queryClient.setQueryData(threadQuery(projectId, threadId).queryKey, (known) => {
    if (!known) return known;
    const message: ChatMessage = {
      ...emptyAnswer(question.questionId, question.parentId),
      role: 'person',
      state: 'done',
      parts: [{ type: 'text', text: question.text }],
      mentions: question.mentions ?? [],
    };
    return {
      thread: { ...known.thread, leafId: message.id },
      messages: [...known.messages, message],
    };
  });
}
