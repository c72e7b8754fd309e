import { z } from 'zod';
import { artifact, cell, resultField } from '../artifacts.ts';
import { id } from '../route.ts';

/**
 * How much of the data behind a connector a model is shown; the person always sees the rows.
 * - schema: names and types, not even a number of rows
 * - aggregates: numbers over groups of rows, small groups merged
 * - samples: a few rows, what is about persons masked
 * - full: rows, up to the caps
 */
export const dataLevels = ['schema', 'aggregates', 'samples', 'full'] as const;
export const dataLevel = z.enum(dataLevels);
export type DataLevel = z.infer<typeof dataLevel>;

export function leastLevel(one: DataLevel, other: DataLevel): DataLevel {
  return dataLevels[Math.min(dataLevels.indexOf(one), dataLevels.indexOf(other))] ?? 'schema';
}

/** What a statement found, as the person sees it in a step. */
export const stepRows = z.object({
  fields: z.array(resultField),
  rows: z.array(z.array(cell)),
  hasMore: z.boolean(),
});
export type StepRows = z.infer<typeof stepRows>;

export const proposalStates = [
  'asked',
  'approved',
  'done',
  'failed',
  'denied',
  'expired',
  'withdrawn',
] as const;

const text = z.string();

/** What a message is made of, in its order. */
export const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  /** A tool at work: what it was asked, and what came of it. */
  z.object({
    type: z.literal('step'),
    id: text,
    tool: text,
    state: z.enum(['running', 'done', 'failed']),
    /** What it is about, in a few words: a table, a file. */
    about: text,
    sql: text.optional(),
    rows: stepRows.optional(),
    milliseconds: z.number().optional(),
    error: text.optional(),
  }),
  z.object({ type: z.literal('artifact'), id: text, artifact }),
  /** What was assumed, or has to be known before the answer is believed. */
  z.object({ type: z.literal('note'), tone: z.enum(['assumption', 'warning']), text }),
  /** Questions that can be asked as they stand. */
  z.object({ type: z.literal('choices'), label: text, items: z.array(text) }),
  /** Something that would change: it waits until a person has approved exactly this. */
  z.object({
    type: z.literal('approval'),
    id,
    operation: text,
    title: text,
    /** As it will be done, for reading. */
    input: text,
    /** What was read before it was proposed. */
    sources: z.array(text),
    state: z.enum(proposalStates),
    /** Where to look at what became of it. */
    link: text.optional(),
    error: text.optional(),
  }),
  z.object({ type: z.literal('error'), code: text, message: text }),
]);
export type MessagePart = z.infer<typeof messagePart>;
export type PartOf<Type extends MessagePart['type']> = Extract<MessagePart, { type: Type }>;

/**
 * running → done, waiting (a card has to be answered), stopped (by a person), failed, interrupted (its
 * server is gone). Whatever became of it, what was written so far is kept.
 */
export const answerStates = [
  'running',
  'done',
  'waiting',
  'stopped',
  'failed',
  'interrupted',
] as const;
export const answerState = z.enum(answerStates);
export type AnswerState = z.infer<typeof answerState>;

const numbered = { seq: z.number().int() };

/** What a stream of an answer tells; the server stores and the browser draws by `foldEvent`. */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({ ...numbered, type: z.literal('start'), messageId: id, model: text }),
  z.object({ ...numbered, type: z.literal('text-delta'), delta: text }),
  /** A part that is new, or takes the place of the one with its id. */
  z.object({ ...numbered, type: z.literal('part'), part: messagePart }),
  z.object({ ...numbered, type: z.literal('finish'), state: answerState }),
  /** All of an answer that is settled, for who comes after its end. */
  z.object({ ...numbered, type: z.literal('message'), parts: z.array(messagePart) }),
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

type WithoutSeq<Event> = Event extends unknown ? Omit<Event, 'seq'> : never;
export type UnnumberedEvent = WithoutSeq<AnswerEvent>;

/** The parts of a message after one more event. Never changes what it was given. */
export function foldEvent(
  parts: readonly MessagePart[],
  event: UnnumberedEvent | AnswerEvent,
): MessagePart[] {
  if (event.type === 'text-delta') return appendText(parts, event.delta);
  if (event.type === 'message') return event.parts;
  if (event.type !== 'part') return [...parts];
  const { part } = event;
  const at = 'id' in part ? parts.findIndex((known) => 'id' in known && known.id === part.id) : -1;
  return at === -1 ? [...parts, part] : parts.with(at, part);
}

function appendText(parts: readonly MessagePart[], delta: string): MessagePart[] {
  const last = parts.at(-1);
  if (last?.type !== 'text') return [...parts, { type: 'text', text: delta }];
  return [...parts.slice(0, -1), { type: 'text', text: last.text + delta }];
}
