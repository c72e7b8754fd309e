import { Failure } from '@causeway/contract/errors.ts';
import { type Database, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Executors } from '../engine/executor.ts';

export type PeopleNeeds = { db: Database; mailer: Mailer };

/** Steps that reach people: only those of the project, so that nobody else can be written to. */
export function createPeopleSteps({
  db,
  mailer,
}: PeopleNeeds): Pick<Executors, 'mail' | 'approval' | 'notify'> {
  return {
    mail: {
      effect: 'sends',
      execute: async ({ node, run, isDry, spend }) => {
        const to = await listRecipients(db, run.projectId, node.to);
        spend('calls', to.length);
        const mail = { to, subject: node.subject, text: node.text };
        if (isDry) return { output: { dryRun: true, ...mail } };
        await db.transaction(async (tx) => {
          for (const address of to) {
            await mailer.send(tx, { to: address, subject: node.subject, text: node.text });
          }
        });
        return { output: { to } };
      },
    },
    notify: {
      effect: 'sends',
      execute: async ({ node, run, isDry, spend }) => {
        const to = await listPeople(db, run.projectId, node.people);
        spend('calls', to.length);
        if (isDry) return { output: { dryRun: true, to, text: node.text } };
        const subject = run.workflowName;
        await db.transaction(async (tx) => {
          for (const address of to)
            await mailer.send(tx, { to: address, subject, text: node.text });
        });
        return { output: { to } };
      },
    },
    approval: {
      effect: 'pure',
      execute: ({ node, waited, resolution, isDry }) => {
        if (resolution?.kind === 'decided') {
          const isApproved = resolution.decision === 'approve';
          const { by, note } = resolution;
          return { output: { by, note }, port: isApproved ? 'approved' : 'rejected' };
        }
        if (waited) return { output: { by: null, note: '', timedOut: true }, port: 'rejected' };
        if (isDry) return { output: { dryRun: true, message: node.message }, port: 'approved' };
        const { message, people, hours } = node;
        const until = Date.now() + hours * 3_600_000;
        return { wait: { kind: 'approval', until, message, people } };
      },
    },
  };
}

const MOST_RECIPIENTS = 50;

async function listRecipients(db: Database, projectId: string, to: string): Promise<string[]> {
  const asked = to.split(/[,;\s]/).filter((address) => address !== '');
  if (asked.length === 0) throw new Error('The mail has no recipient.');
  if (asked.length > MOST_RECIPIENTS) throw new Error('Too many recipients.');
  const rows = await listRows<{ email: string }>(
    db,
    sql`select account.email from project_members member
        join users account on account.id = member.user_id
        where member.project_id = ${projectId} and account.verified_at is not null
          and lower(account.email) = any(${asked.map((address) => address.toLowerCase())}::text[])`,
  );
  const known = new Set(rows.map(({ email }) => email.toLowerCase()));
  const unknown = asked.filter((address) => !known.has(address.toLowerCase()));
  if (unknown.length > 0) {
    throw new Failure('E_MEMBER_NOT_FOUND', `Not in this project: ${unknown.join(', ')}`);
  }
  return rows.map(({ email }) => email);
}

/** Nobody named is everybody who may change workflows. */
async function listPeople(db: Database, projectId: string, ids: string[]): Promise<string[]> {
  const rows = await listRows<{ email: string }>(
    db,
    sql`select account.email from project_members member
        join users account on account.id = member.user_id
        where member.project_id = ${projectId} and account.verified_at is not null
          and (member.user_id = any(${ids}::uuid[])
            or (${ids.length} = 0 and member.role <> 'viewer'))
        order by account.email limit ${MOST_RECIPIENTS}`,
  );
  return rows.map(({ email }) => email);
}
