import { type DataLevel, leastLevel } from '@causeway/contract/assistant/parts.ts';
import type { Mention } from '@causeway/contract/assistant/threads.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { readTimeZone } from '#platform/access/time-zone.ts';
import type { Models, OpenedModel } from '#platform/ai/models.ts';
import { readSettings } from '#platform/ai/settings.ts';
import type { Db } from '#platform/db/database.ts';
import { listUsable } from './golden/queries.ts';
import { likeness, wordsIn } from './golden/words.ts';
import type { EarlierMessage } from './earlier-answers.ts';
import type { Example } from './instructions.ts';
import { listBranch } from './messages.ts';
import type { Thread } from './threads.ts';
import { readKept } from './tools/withheld.ts';

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
  isBuiltIn: boolean;
  /** What the answer is made with: the built-in assistant sends nothing anywhere. */
  level: DataLevel;
  kept: string | null;
  zone: string;
  /** Up to the question. */
  branch: EarlierMessage[];
  examples: Example[];
};

type Asking = { actor: ProjectActor; thread: Thread; question: Question; hasModel: boolean };

/** All of it at once, before anything is written: somebody waits for the first word. */
export async function prepareAnswer(
  { db, models }: { db: Db; models: Models },
  { actor, thread, question, hasModel }: Asking,
): Promise<Ready> {
  const openModel = async (): Promise<Omit<Ready, 'zone' | 'branch'>> => {
    const { level, model } = await readSettings(db, actor.project.id);
    const configured = await models.open(actor.project.id, model);
    const isBuiltIn = !hasModel && configured === undefined;
    if (isBuiltIn) return { configured, isBuiltIn, level: 'full', kept: null, examples: [] };
    const [examples, kept] = await Promise.all([
      nearestExamples(db, thread, question.text),
      readKept(db, thread.projectId, thread.connectorId),
    ]);
    return { configured, isBuiltIn, level: leastLevel(thread.level, level), kept, examples };
  };
  const [opened, zone, before] = await Promise.all([
    openModel(),
    readTimeZone(db, actor.project),
    question.parentId === null ? [] : listBranch(db, thread, question.parentId),
  ]);
  return { ...opened, zone, branch: [...before, asMessage(question)] };
}

/** As it will be stored. */
function asMessage({ questionId, text, parentId, mentions }: Question): EarlierMessage {
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
    madeWith: { level: null, kept: null, keptNow: null },
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
