import {
  type AnswerEvent,
  foldEvent,
  type MessagePart,
  type UnnumberedEvent,
} from '@causeway/contract/assistant/parts.ts';
import { createQueue, type Queue } from '#platform/events/queue.ts';

/** Small pieces of text are joined this long: a model may send a letter at a time. */
const JOIN_MS = 30;

/**
 * An answer that this process makes. Its events are numbered once, in the order in which they are
 * stored and sent; whoever watches gets each of them exactly once.
 */
export class LiveAnswer {
  readonly id: string;
  readonly threadId: string;
  readonly abort = new AbortController();
  readonly events: AnswerEvent[] = [];
  parts: MessagePart[] = [];
  /** How many events are in the database. */
  saved = 0;
  isSettled = false;
  readonly #viewers = new Set<Queue<AnswerEvent>>();
  #text = '';
  #timer: NodeJS.Timeout | undefined;
  #hasText = false;

  constructor(id: string, threadId: string) {
    this.id = id;
    this.threadId = threadId;
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  emit(event: UnnumberedEvent): void {
    if (event.type !== 'text-delta') {
      this.#flushText();
      this.#push(event);
      return;
    }
    this.#text += event.delta;
    if (!this.#hasText) {
      // The first words are what somebody waits for.
      this.#hasText = true;
      this.#flushText();
      return;
    }
    this.#timer ??= setTimeout(() => this.#flushText(), JOIN_MS);
  }

  /** All that comes after an event, until the end. */
  async *watch(after: number, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const queue = createQueue<AnswerEvent>(signal);
    this.#viewers.add(queue);
    try {
      for (const event of this.events.filter(({ seq }) => seq > after)) yield event;
      if (!this.isSettled) yield* queue;
    } finally {
      this.#viewers.delete(queue);
    }
  }

  /** Tells the end; nothing comes after it. */
  settle(event: UnnumberedEvent): void {
    this.emit(event);
    this.isSettled = true;
    for (const viewer of this.#viewers) viewer.end();
    this.#viewers.clear();
  }

  /** What is still held back belongs to the answer too. */
  flush(): void {
    this.#flushText();
  }

  #flushText(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#text === '') return;
    const delta = this.#text;
    this.#text = '';
    this.#push({ type: 'text-delta', delta });
  }

  #push(event: UnnumberedEvent): void {
    const numbered: AnswerEvent = { ...event, seq: this.events.length };
    this.events.push(numbered);
    this.parts = foldEvent(this.parts, numbered);
    for (const viewer of this.#viewers) viewer.push(numbered);
  }
}
