import { type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';
import type { Failure } from '@causeway/contract/errors.ts';
import { addressOfWorkflow } from './addresses.ts';
import { releasePaidFor, resolveStep } from './run-changes.ts';
import { startOfAlert } from './running/alert-runs.ts';

/** What happens elsewhere and concerns workflows. */
export function followForWorkflows(outbox: Outbox, onQueued: () => void): void {
  outbox.follow({
    name: 'workflows.approvals',
    types: ['approval.answered'],
    handle: async (tx, { data }) => {
      if (data.kind !== 'approval.asked') return;
      const { subjectId, isAccepted, userId } = data;
      await answerQuestion(tx, { subjectId, isAccepted, userId });
      tx.afterCommit(onQueued);
    },
  });
  outbox.follow({
    name: 'workflows.alerts',
    types: ['alert.changed'],
    handle: async (tx, { projectId, data }) => {
      await startOfAlert(tx, { projectId, data });
      tx.afterCommit(onQueued);
    },
  });
  outbox.follow({
    name: 'workflows.credits',
    types: ['credits.refilled'],
    handle: async (tx) => {
      await releasePaidFor(tx);
      tx.afterCommit(onQueued);
    },
  });
  outbox.follow({
    name: 'workflows.publishers',
    types: ['member.left'],
    handle: (tx, { projectId, data }) => tellHeld(tx, projectId, data.userId),
  });
}

type Answered = { subjectId: string; isAccepted: boolean; userId: string };

async function answerQuestion(tx: Tx, { subjectId, isAccepted, userId }: Answered): Promise<void> {
  const question = await findRow<{ runId: string; projectId: string; step: string; by: string }>(
    tx,
    sql`select question.run_id as "runId", question.project_id as "projectId", question.step,
          account.name as by
        from workflow_questions question join users account on account.id = ${userId}
        where question.id = ${subjectId}`,
  );
  if (!question) return;
  const { by, ...at } = question;
  const decision = isAccepted ? ('approve' as const) : ('reject' as const);
  try {
    await resolveStep(tx, at, () => ({ kind: 'decided', decision, by, note: '' }));
  } catch (error) {
    // The run ended, or somebody decided on its page: the answer came too late to matter.
    if (!['E_RUN_NOT_FOUND', 'E_RUN_STATE'].includes((error as Failure).code)) throw error;
  }
}

/** Nobody's rights are behind these any more: those who can publish them anew are told. */
async function tellHeld(tx: Tx, projectId: string, userId: string): Promise<void> {
  for (const { id, name, person } of await listOf(tx, projectId, userId)) {
    await tell(tx, {
      to: { atLeast: 'admin' },
      kind: 'workflow.held',
      params: { workflow: name, person },
      projectId,
      link: addressOfWorkflow({ id, projectId }),
      about: id,
    });
  }
}

function listOf(db: Db, projectId: string, userId: string) {
  return listRows<{ id: string; name: string; person: string }>(
    db,
    sql`select workflow.id, workflow.name, account.name as person
        from workflows workflow join users account on account.id = workflow.published_by
        where workflow.project_id = ${projectId} and workflow.published_by = ${userId}
          and workflow.is_enabled and workflow.deleted_at is null limit 100`,
  );
}

/** Whoever it acts for hears that it failed; as long as that is unread, once. */
export async function tellFailed(
  tx: Tx,
  {
    projectId,
    workflowId,
    name,
    userId,
    message,
  }: { [key in 'projectId' | 'workflowId' | 'name' | 'userId' | 'message']: string },
): Promise<void> {
  await tell(tx, {
    to: { people: [userId] },
    kind: 'workflow.failed',
    params: { workflow: name, error: message.slice(0, 500) },
    projectId,
    link: addressOfWorkflow({ id: workflowId, projectId }),
    about: workflowId,
  });
}
