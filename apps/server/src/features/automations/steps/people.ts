import { type Role, roles } from '@causeway/contract/access.ts';
import { asSeen } from '@causeway/contract/as-seen.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { roleNow } from '#platform/access/find-actor.ts';
import { changeRows, type Database, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { addressOfRun } from '../addresses.ts';
import type { Executors, StepContext } from '../engine/executor.ts';
import { withdrawQuestions } from '../run-changes.ts';

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
      isRepeatable: true,
      execute: async ({ node, run, stepKey, isDry, spend }) => {
        const people = await keepMembers(db, run.projectId, node.people);
        spend('calls', 1);
        if (isDry) return { output: { dryRun: true, people, text: node.text } };
        await db.transaction((tx) =>
          tell(tx, {
            to: people.length > 0 ? { people } : { atLeast: 'editor' },
            kind: 'workflow.notice',
            params: { workflow: run.workflowName, text: node.text.slice(0, 2_000) },
            projectId: run.projectId,
            link: addressOfRun(run),
            about: stepKey,
          }),
        );
        return { output: { people } };
      },
    },
    approval: {
      effect: 'sends',
      isRepeatable: true,
      execute: async (context) => {
        const { node, waited, resolution, isDry } = context;
        if (resolution?.kind === 'decided') {
          const isApproved = resolution.decision === 'approve';
          const { by, note } = resolution;
          const decision = isApproved ? 'approved' : 'rejected';
          return { output: { by, note, decision }, port: decision };
        }
        const rejected = { by: null, note: '', decision: 'rejected', timedOut: true };
        if (waited) return { output: rejected, port: 'rejected' };
        if (isDry) return { output: { dryRun: true, message: node.message }, port: 'approved' };
        const until = Date.now() + node.hours * 3_600_000;
        await ask(db, context, until);
        const { message, people } = node;
        return { wait: { kind: 'approval', until, message: asSeen(message), people } };
      },
      giveUp: async ({ run, key }) => {
        const question = { runIds: [run.id], step: key };
        // It is taken back once more when the run ends; a late answer changes nothing until then.
        await db.transaction((tx) => withdrawQuestions(tx, question)).catch(() => {});
      },
    },
  };
}

const MAY_ANSWER = 'editor';

/** Into the inboxes of those who may decide; asked again, it takes the place of the first. */
async function ask(
  db: Database,
  { node, run, key, stepKey }: StepContext<'approval'>,
  until: number,
): Promise<void> {
  const people = await keepMembers(db, run.projectId, node.people, MAY_ANSWER);
  const questionId = crypto.randomUUID();
  await db.transaction(async (tx) => {
    const isNew = await changeRows(
      tx,
      sql`insert into workflow_questions (id, run_id, project_id, workflow_id, step)
          values (${questionId}, ${run.id}, ${run.projectId}, ${run.workflowId}, ${key})
          on conflict do nothing`,
    );
    if (isNew === 0) return;
    await tell(tx, {
      to: people.length > 0 ? { people } : { atLeast: MAY_ANSWER },
      kind: 'approval.asked',
      params: { by: run.workflowName, ...wordsOf(node) },
      projectId: run.projectId,
      link: addressOfRun(run),
      about: stepKey,
      approval: { subjectId: questionId, atLeast: MAY_ANSWER, expiresAt: new Date(until) },
    });
  });
}

const LONGEST_TITLE = 120;

/** What it is about in a line, and the whole question where that line is not all of it. */
function wordsOf({ id, title, message }: StepContext<'approval'>['node']) {
  const question = asSeen(message.trim()).slice(0, 2_000);
  if (title !== '' || question === '') return { title: asSeen(title) || id, question };
  if (question.length <= LONGEST_TITLE && !question.includes('\n'))
    return { title: question, question: '' };
  const line = question.split('\n', 1)[0] ?? '';
  return {
    title: line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line,
    question,
  };
}

const MOST_RECIPIENTS = 50;

async function listRecipients(db: Database, projectId: string, to: string): Promise<string[]> {
  const asked = to.split(/[,;\s]/).filter((address) => address !== '');
  if (asked.length === 0) throw new Error(runMessage('mailToNobody'));
  if (asked.length > MOST_RECIPIENTS) throw new Error(runMessage('mailToTooMany'));
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
    throw new Failure(
      'E_MEMBER_NOT_FOUND',
      runMessage('notInProject', { people: unknown.join(', ') }),
    );
  }
  return rows.map(({ email }) => email);
}

/** Who has left meanwhile is not asked, nor who may not answer now. */
async function keepMembers(
  db: Database,
  projectId: string,
  ids: string[],
  atLeast: Role = 'viewer',
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await listRows<{ id: string; role: Role }>(
    db,
    sql`select member.user_id as id, ${roleNow} as role from project_members member
        where member.project_id = ${projectId} and member.user_id = any(${ids}::uuid[])`,
  );
  if (rows.length === 0) throw new Failure('E_MEMBER_NOT_FOUND', runMessage('nobodyInProject'));
  const able = rows.filter(({ role }) => roles.indexOf(role) >= roles.indexOf(atLeast));
  if (able.length === 0) throw new Failure('E_MEMBER_NOT_FOUND', runMessage('nobodyMayAnswer'));
  return able.map(({ id }) => id);
}
