import { createHash } from 'node:crypto';
import { asSeen } from '@causeway/contract/as-seen.ts';
import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Database, type Db, findRow, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import { putParts, readMessage } from './messages.ts';
import type { Thread } from './threads.ts';
import { findTool } from './tools/all.ts';
import type { Tool, ToolContext } from './tools/tool.ts';
import { listUsableMeasures } from './measures/queries.ts';
import { readWithholds } from './tools/withheld.ts';

export type Proposal = {
  id: string;
  projectId: string;
  userId: string;
  threadId: string | null;
  messageId: string | null;
  keyId: string | null;
  tool: string;
  /** With the connector it is about: what was proposed there is not done elsewhere. */
  input: { connectorId: string | null; input: unknown; prepared?: unknown };
  sources: string[];
  state: PartOf<'approval'>['state'];
  outcome: { link?: string; error?: string } | null;
};

const columns = sql`id, project_id as "projectId", user_id as "userId", thread_id as "threadId",
  message_id as "messageId", key_id as "keyId", tool, input, sources,
  case when state = 'asked' and expires_at < now() then 'expired' else state end as state, outcome`;

type Asking = {
  actor: ProjectActor;
  thread: Thread;
  answerId: string;
  language: 'en' | 'de';
  sources: string[];
};

/** Writes down exactly what a model asked for, with what it means by now; the card shows the same. */
export async function proposeIn(
  db: Db,
  { actor, thread, answerId, language, sources }: Asking,
  tool: Tool,
  { input, context }: { input: unknown; context: ToolContext },
): Promise<PartOf<'approval'>> {
  const prepared = await tool.prepare?.(context, input);
  const { connectorId } = thread;
  const kept = { connectorId, input, ...(prepared !== undefined && { prepared }) };
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into assistant_proposals
          (project_id, user_id, thread_id, message_id, tool, input, hash, sources)
        values (${actor.project.id}, ${actor.user.id}, ${thread.id}, ${answerId}, ${tool.name},
          ${JSON.stringify(kept)}, ${hashOf(tool.name, kept)}, ${sources}::text[])
        returning id`,
  );
  const shown = { input, prepared, language };
  return cardOf({ id, sources, state: 'asked', outcome: null }, tool, shown);
}

export function hashOf(tool: string, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, input]))
    .digest('hex');
}

export function cardOf(
  { id, sources, state, outcome }: Pick<Proposal, 'id' | 'sources' | 'state' | 'outcome'>,
  tool: Tool,
  { input, prepared, language }: { input: unknown; prepared?: unknown; language: 'en' | 'de' },
): PartOf<'approval'> {
  const shown = tool.preview?.(input, language, prepared) ?? {
    title: tool.name,
    input: JSON.stringify(input),
  };
  return {
    type: 'approval',
    id,
    operation: tool.name,
    title: asSeen(shown.title),
    input: asSeen(shown.input),
    sources,
    state,
    ...(outcome?.link !== undefined && { link: outcome.link }),
    ...(outcome?.error !== undefined && { error: outcome.error }),
  };
}

export async function readProposal(db: Db, projectId: string, id: string): Promise<Proposal> {
  const found = await findRow<Proposal>(
    db,
    sql`select ${columns} from assistant_proposals
        where id = ${id} and project_id = ${projectId}`,
  );
  if (!found) throw new Failure('E_PROPOSAL_NOT_FOUND');
  return found;
}

/** The first decision counts; whoever comes second finds it made. */
export async function claimProposal(
  db: Db,
  id: string,
  decision: { isApproved: boolean; userId: string },
): Promise<boolean> {
  const state = decision.isApproved ? 'approved' : 'denied';
  const changed = await changeRows(
    db,
    sql`update assistant_proposals set state = ${state}, decided_by = ${decision.userId},
          decided_at = now()
        where id = ${id} and state = 'asked' and expires_at > now()`,
  );
  return changed > 0;
}

export async function settleProposal(
  db: Db,
  id: string,
  state: 'done' | 'failed',
  outcome: NonNullable<Proposal['outcome']>,
): Promise<void> {
  await changeRows(
    db,
    sql`update assistant_proposals set state = ${state}, outcome = ${JSON.stringify(outcome)}
        where id = ${id} and state = 'approved'`,
  );
}

/**
 * Does what was stored, with the rights the person has now. What the browser or the model says of it
 * since counts for nothing.
 */
export async function performProposal(
  { db, actAs }: { db: Database; actAs: ActAs },
  proposal: Proposal,
  { userId, signal }: { userId: string; signal: AbortSignal },
): Promise<Pick<Proposal, 'state' | 'outcome'>> {
  const tool = findTool(proposal.tool);
  if (!tool) throw new Failure('E_PROPOSAL_NOT_FOUND');
  const { connectorId, input, prepared } = proposal.input;
  const as = actAs({
    kind: 'assistant',
    ref: `proposal:${proposal.id}`,
    onBehalfOf: userId,
    scopes: ['queries:write', 'dashboards:write', 'workflows:write', 'data:write'],
    within: proposal.projectId,
  });
  const keyed: ToolContext['as'] = {
    call: (route, sent, options) =>
      as.call(route, sent, {
        ...options,
        idempotencyKey: `proposal-${proposal.id}-${options?.idempotencyKey ?? route.path}`,
      }),
  };
  const context: ToolContext = {
    as: keyed,
    projectId: proposal.projectId,
    connectorId,
    level: 'schema',
    language: 'en',
    signal,
    results: new Map(),
    isTrusted: false,
    withholds: () => readWithholds(db, proposal.projectId, connectorId),
    listMeasures: () => listUsableMeasures(db, connectorId),
    prepared,
  };
  try {
    const { told } = await tool.run(context, tool.input.parse(input));
    const outcome = { link: (told as { link?: string }).link ?? '' };
    await settleProposal(db, proposal.id, 'done', outcome);
    return { state: 'done', outcome };
  } catch (error) {
    const outcome = { error: error instanceof Failure ? error.message : 'Something went wrong.' };
    await settleProposal(db, proposal.id, 'failed', outcome);
    return { state: 'failed', outcome };
  }
}

/** The card in its thread tells what became of it. */
export async function updateCard(
  db: Db,
  { threadId, messageId, id }: Proposal,
  change: Pick<Proposal, 'state' | 'outcome'>,
): Promise<ChatMessage | undefined> {
  if (threadId === null || messageId === null) return undefined;
  const message = await readMessage(db, threadId, messageId);
  const parts = message.parts.map((part) =>
    part.type === 'approval' && part.id === id
      ? { ...part, state: change.state, ...change.outcome }
      : part,
  );
  await putParts(db, messageId, parts);
  return readMessage(db, threadId, messageId);
}
