import { Failure } from '@causeway/contract/errors.ts';
import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { covers } from '@causeway/contract/scopes.ts';
import { findActor } from '#platform/access/find-actor.ts';
import {
  changeRows,
  type Database,
  type Db,
  findRow,
  listRows,
  readRow,
  type Tx,
} from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { linkApproval, tell, withdrawApprovals } from '#platform/inbox/tell.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import {
  cardOf,
  claimProposal,
  hashOf,
  performProposal,
  type Proposal,
  readProposal,
  settleProposal,
} from '../proposals.ts';
import { findTool } from '../tools/all.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { Caller } from './caller.ts';

/** What is longer can't be read in an inbox, and what can't be read is not approved. */
const LONGEST_QUESTION = 1_900;

export type Waiting = { approvalId: string; state: PartOf<'approval'>['state'] };

/**
 * Writes down what a program wants to have done and asks the person its key belongs to. The same wish
 * of the same key within a day is the same proposal: a call that was cut may be repeated.
 */
export async function proposeByKey(
  db: Database,
  { actor, connectors }: Caller,
  tool: Tool,
  { context, input }: { context: ToolContext; input: unknown },
): Promise<Waiting> {
  const { connectorId } = context;
  const hash = hashOf(tool.name, { connectorId, input });
  const before = await findSame(db, actor.keyId, hash);
  if (before) return before;
  const prepared = await tool.prepare?.(context, input);
  const shown = cardOf({ id: actor.keyId, sources: [], state: 'asked', outcome: null }, tool, {
    input,
    prepared,
    language: await languageOf(db, actor.user.id),
  });
  if (shown.input.length > LONGEST_QUESTION) {
    throw new Failure('E_VALIDATION', 'Too long to be read before it is approved.');
  }
  // A thread has one database; a program says of each wish which one it means.
  const place = connectors.find(({ id }) => id === connectorId)?.name;
  const title = place === undefined ? shown.title : `${shown.title} · ${place}`;
  const kept = { connectorId, input, ...(prepared !== undefined && { prepared }) };
  return db.transaction(async (tx) => {
    // Two calls with one key take turns, so that the second finds what the first wrote.
    await changeRows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${actor.keyId}, 0))`);
    const known = await findSame(tx, actor.keyId, hash);
    if (known) return known;
    const made = await readRow<{ id: string; key: string; expiresAt: Date }>(
      tx,
      sql`with made as (
            insert into assistant_proposals (project_id, user_id, key_id, tool, input, hash)
            values (${actor.project.id}, ${actor.user.id}, ${actor.keyId}, ${tool.name},
              ${JSON.stringify(kept)}, ${hash})
            returning id, key_id, expires_at)
          select made.id, key.name as key, made.expires_at as "expiresAt"
          from made join api_keys key on key.id = made.key_id`,
    );
    await tell(tx, {
      to: { people: [actor.user.id] },
      kind: 'approval.asked',
      params: { title, by: made.key, question: shown.input },
      projectId: actor.project.id,
      about: made.id,
      approval: { subjectId: made.id, atLeast: 'viewer', expiresAt: new Date(made.expiresAt) },
    });
    const details = { tool: tool.name };
    await recordAct(tx, actor, { action: 'proposal.asked', target: made.id, details });
    return { approvalId: made.id, state: 'asked' };
  });
}

/** What failed or was never answered may be wished for again. */
function findSame(db: Db, keyId: string, hash: string): Promise<Waiting | undefined> {
  return findRow(
    db,
    sql`select id as "approvalId", state from assistant_proposals
        where key_id = ${keyId} and hash = ${hash} and created_at > now() - interval '24 hours'
          and state <> 'failed' and (state <> 'asked' or expires_at > now())
        order by created_at desc limit 1`,
  );
}

/** A person is asked in the language they use the product in. */
async function languageOf(db: Db, userId: string): Promise<'en' | 'de'> {
  const { language } = await readRow<{ language: string | null }>(
    db,
    sql`select mail_language as language from users where id = ${userId}`,
  );
  return language === 'de' ? 'de' : 'en';
}

export async function readOwnProposal(
  db: Db,
  { actor }: Caller,
  approvalId: string,
): Promise<Proposal> {
  const found = await readProposal(db, actor.project.id, approvalId);
  if (found.keyId !== actor.keyId) throw new Failure('E_PROPOSAL_NOT_FOUND');
  return found;
}

/**
 * What was answered in the inbox is done. It may be heard of twice: the proposal remembers that it was
 * approved, and its operations carry the same idempotency key each time.
 */
export function followApprovals({ outbox, db }: Services, actAs: ActAs): void {
  outbox.follow({
    name: 'assistant.approvals',
    types: ['approval.answered'],
    handle: async (_, { projectId, data }) => {
      if (data.kind !== 'approval.asked' || projectId === null) return;
      const { subjectId, isAccepted, userId } = data;
      const key = await findAskingKey(db, projectId, subjectId);
      if (!key) return;
      await claimProposal(db, subjectId, { isApproved: isAccepted, userId });
      const proposal = await readProposal(db, projectId, subjectId);
      if (proposal.state !== 'approved' || proposal.outcome) return;
      const outcome = (await mayStill(db, key.id, proposal))
        ? await performProposal({ db, actAs }, proposal, {
            userId,
            signal: new AbortController().signal,
          })
        : await refuseProposal(db, proposal);
      await db.transaction((tx) => tellOutcome(tx, proposal, { ...outcome, userId, by: key.name }));
    },
  });
  outbox.follow({
    name: 'assistant.revoked-keys',
    types: ['key.revoked'],
    handle: (tx, { data }) => withdrawProposals(tx, data.keyId),
  });
}

/**
 * What a key asked for that is no more: nobody has to answer it, and it could not be done. What was
 * answered right before stays as it is: who hears of the answer refuses it, and says so.
 */
async function withdrawProposals(tx: Tx, keyId: string): Promise<void> {
  const asked = await listRows<{ id: string }>(
    tx,
    sql`select id from assistant_proposals
        where key_id = ${keyId} and state = 'asked' and expires_at > now()`,
  );
  const withdrawn: string[] = [];
  for (const { id } of asked) if (await withdrawApprovals(tx, id)) withdrawn.push(id);
  await changeRows(
    tx,
    sql`update assistant_proposals set expires_at = now()
        where id = any(${withdrawn}::uuid[]) and state = 'asked'`,
  );
}

async function refuseProposal(db: Db, { id }: Proposal): Promise<Outcome> {
  const outcome = { error: 'The key may not do this any more.' };
  await settleProposal(db, id, 'failed', outcome);
  return { state: 'failed', outcome };
}

type Outcome = Pick<Proposal, 'state' | 'outcome'>;

/** The program asks what became of it; the person who approved is told where it failed, and led to it where not. */
async function tellOutcome(
  tx: Tx,
  { id, projectId, tool: name, input }: Proposal,
  { outcome, userId, by }: Outcome & { userId: string; by: string },
): Promise<void> {
  if (outcome?.link) await linkApproval(tx, id, outcome.link);
  if (outcome?.error === undefined) return;
  const tool = findTool(name);
  const language = await languageOf(tx, userId);
  const card = { id, sources: [], state: 'failed' as const, outcome };
  const title = tool ? cardOf(card, tool, { ...input, language }).title : name;
  const { error } = outcome;
  await tell(tx, {
    to: { people: [userId] },
    kind: 'proposal.failed',
    params: { title, by, error },
    projectId,
    about: id,
  });
}

function findAskingKey(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  return findRow(
    db,
    sql`select key.id, key.name
        from assistant_proposals proposal join api_keys key on key.id = proposal.key_id
        where proposal.id = ${id} and proposal.project_id = ${projectId}`,
  );
}

/**
 * Approving gives a key nothing it would not get if it asked now: one that expired, was revoked or is
 * held has nothing done any more, and the others as far as their scopes reach today.
 */
async function mayStill(
  db: Db,
  keyId: string,
  { projectId, tool: name, input }: Proposal,
): Promise<boolean> {
  const key = await findActor(db, { keyId }, { projectId });
  const scope = findTool(name)?.scope;
  if (!key?.project || scope === undefined) return false;
  return scope === 'none' || covers(key.scopes ?? [], scope, input.connectorId ?? undefined);
}
