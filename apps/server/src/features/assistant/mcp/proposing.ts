import { Failure } from '@causeway/contract/errors.ts';
import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { changeRows, type Database, type Db, findRow, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
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
} from '../proposals.ts';
import type { Tool } from '../tools/tool.ts';
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
  { actor }: Caller,
  tool: Tool,
  wish: { connectorId: string | null; input: unknown },
): Promise<Waiting> {
  const hash = hashOf(tool.name, wish);
  const shown = cardOf({ id: actor.keyId, sources: [], state: 'asked', outcome: null }, tool, {
    input: wish.input,
    language: 'en',
  });
  if (shown.input.length > LONGEST_QUESTION) {
    throw new Failure('E_VALIDATION', 'Too long to be read before it is approved.');
  }
  return db.transaction(async (tx) => {
    // Two calls with one key take turns, so that the second finds what the first wrote.
    await changeRows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${actor.keyId}, 0))`);
    const known = await findRow<Waiting>(
      tx,
      sql`select id as "approvalId", state from assistant_proposals
          where key_id = ${actor.keyId} and hash = ${hash}
            and created_at > now() - interval '24 hours' order by created_at desc limit 1`,
    );
    if (known) return known;
    const made = await readRow<{ id: string; key: string; expiresAt: Date }>(
      tx,
      sql`with made as (
            insert into assistant_proposals (project_id, user_id, key_id, tool, input, hash)
            values (${actor.project.id}, ${actor.user.id}, ${actor.keyId}, ${tool.name},
              ${JSON.stringify(wish)}, ${hash})
            returning id, key_id, expires_at)
          select made.id, key.name as key, made.expires_at as "expiresAt"
          from made join api_keys key on key.id = made.key_id`,
    );
    await tell(tx, {
      to: { people: [actor.user.id] },
      kind: 'approval.asked',
      params: { title: shown.title, by: made.key, question: shown.input },
      projectId: actor.project.id,
      about: made.id,
      approval: { subjectId: made.id, atLeast: 'viewer', expiresAt: new Date(made.expiresAt) },
    });
    const details = { tool: tool.name };
    await recordAct(tx, actor, { action: 'proposal.asked', target: made.id, details });
    return { approvalId: made.id, state: 'asked' };
  });
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
      const asked = await findAsked(db, projectId, subjectId);
      if (!asked) return;
      await claimProposal(db, subjectId, { isApproved: isAccepted, userId });
      const proposal = await readProposal(db, projectId, subjectId);
      if (proposal.state !== 'approved' || proposal.outcome) return;
      const { signal } = new AbortController();
      await performProposal({ db, actAs }, proposal, { userId, signal });
    },
  });
}

function findAsked(db: Db, projectId: string, id: string) {
  return findRow(
    db,
    sql`select from assistant_proposals proposal
        join api_keys key on key.id = proposal.key_id and key.revoked_at is null
        where proposal.id = ${id} and proposal.project_id = ${projectId}`,
  );
}
