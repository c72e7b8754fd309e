import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage, Mention } from '@causeway/contract/assistant/threads.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { readTimeZone } from '#platform/access/time-zone.ts';
import type { Models, OpenedModel } from '#platform/ai/models.ts';
import { readSettings } from '#platform/ai/settings.ts';
import type { Db } from '#platform/db/database.ts';
import { listUsable } from './golden/queries.ts';
import { likeness, wordsIn } from './golden/words.ts';
import type { Example } from './instructions.ts';
import { listBranch } from './messages.ts';
import type { Thread } from './threads.ts';

export type Question = {
  questionId: string;
  text: string;
  parentId: string | null;
  mentions: Mention[];
};

/** What an answer has to know before it begins. */
export type Ready = {
  /** None: the built-in assistant answers. */
  configured: OpenedModel | undefined;
  /** The most that any model of the project is shown. */
  most: DataLevel;
  zone: string;
  /** Up to the question. */
  branch: ChatMessage[];
  examples: Example[];
};

type Asking = { actor: ProjectActor; thread: Thread; question: Question; hasModel: boolean };

/** All of it at once, before anything is written: somebody waits for the first word. */
export async function prepareAnswer(
  { db, models }: { db: Db; models: Models },
  { actor, thread, question, hasModel }: Asking,
): Promise<Ready> {
  const openModel = async () => {
    const { level, model } = await readSettings(db, actor.project.id);
    const configured = await models.open(actor.project.id, model);
    const isAsked = hasModel || configured !== undefined;
    const examples = isAsked ? await nearestExamples(db, thread, question.text) : [];
    return { most: level, configured, examples };
  };
  const [opened, zone, before] = await Promise.all([
    openModel(),
    readTimeZone(db, actor.project),
    question.parentId === null ? [] : listBranch(db, thread.id, question.parentId),
  ]);
  return { ...opened, zone, branch: [...before, asMessage(question)] };
}

/** As it will be stored. */
function asMessage({ questionId, text, parentId, mentions }: Question): ChatMessage {
  return {
    id: questionId,
    parentId,
    role: 'person',
    parts: [{ type: 'text', text }],
    state: 'done',
    model: null,
    mentions,
    feedback: null,
    createdAt: new Date().toISOString(),
  };
}

const MOST_EXAMPLES = 3;
const LEAST_LIKENESS = 0.3;

/** Verified questions that are most like the one that is asked. */
async function nearestExamples(
  db: Db,
  { connectorId }: Thread,
  question: string,
): Promise<Example[]> {
  if (connectorId === null) return [];
  const words = wordsIn(question);
  return (await listUsable(db, connectorId))
    .map((golden) => ({ ...golden, like: likeness(words, golden.words) }))
    .filter(({ like }) => like >= LEAST_LIKENESS)
    .toSorted((one, other) => other.like - one.like)
    .slice(0, MOST_EXAMPLES)
    .map(({ question: verified, sql }) => ({ question: verified, sql }));
}
