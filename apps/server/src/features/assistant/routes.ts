import { leastLevel } from '@causeway/contract/assistant/parts.ts';
import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { Assistant } from './assistant.ts';
import { askToStop, beginAnswer, listMessages, putFeedback, readMessage } from './messages.ts';
import { claimProposal, performProposal, readProposal, updateCard } from './proposals.ts';
import {
  deleteThread,
  insertThread,
  isConnectorOf,
  listThreads,
  readOwnThread,
  readThread,
  updateThread,
} from './threads.ts';

export function mountAssistant(mount: Mount, services: Services, assistant: Assistant): void {
  const { answers, meter, actAs } = assistant;
  const { db: database, processes } = services;

  async function requireConnector(db: Db, projectId: string, id: string | null | undefined) {
    if (typeof id !== 'string' || (await isConnectorOf(db, projectId, id))) return;
    throw new Failure('E_CONNECTOR_NOT_FOUND');
  }

  mount('assistant', assistantRoutes, {
    list: async ({ db, actor, query }) => ({
      threads: await listThreads(db, actor, query.search ?? ''),
      model: await assistant.modelInUse(db, actor.project.id),
      ...(await assistant.levelsFor(db, actor.project.id)),
    }),

    create: async ({ db, actor, body }) => {
      await requireConnector(db, actor.project.id, body.connectorId);
      const levels = await assistant.levelsFor(db, actor.project.id);
      const level = leastLevel(body.level ?? levels.level, levels.mostLevel);
      const id = await insertThread(db, actor, { connectorId: body.connectorId, level });
      return readThread(db, actor, id);
    },

    show: async ({ db, actor, params }) => {
      await readThread(db, actor, params.threadId);
      await answers.settleOrphans(params.threadId);
      return {
        thread: await readThread(db, actor, params.threadId),
        messages: await listMessages(db, params.threadId),
      };
    },

    update: async ({ db, actor, params, body }) => {
      const thread = await readOwnThread(db, actor, params.threadId);
      await requireConnector(db, actor.project.id, body.connectorId);
      await updateThread(db, thread, body);
      return readThread(db, actor, thread.id);
    },

    remove: async ({ db, actor, params }) => {
      await deleteThread(db, await readOwnThread(db, actor, params.threadId));
      return null;
    },

    ask: async ({ db, actor, params, body, signal }) => {
      const thread = await readOwnThread(db, actor, params.threadId);
      // Somebody waits for the first word: what does not hang on each other is asked at once.
      const [ready] = await Promise.all([
        assistant.prepare(actor, thread, body),
        thread.isAnswering ? answers.settleOrphans(thread.id) : undefined,
      ]);
      const { model, owner, level, kept } = ready;
      const metered = { projectId: actor.project.id, userId: actor.user.id, model, owner };
      const madeWith = { level, connectorId: thread.connectorId, kept };
      const asked = { ...body, threadId: thread.id, model, madeWith };
      const question = { ...asked, processId: processes.id };
      const begun = await beginAnswer(database, question, (tx, id) =>
        meter.reserve(tx, { id, ...metered }),
      );
      const { answerId } = begun;
      if (begun.isNew) {
        const { language, page } = body;
        const { set: allowance } = begun;
        assistant.answer({ actor, thread, answerId, language, page, ready, allowance });
      }
      return answers.watch(answerId, -1, signal);
    },

    watch: async ({ db, actor, params, body, signal }) => {
      const thread = await readThread(db, actor, params.threadId);
      await answers.settleOrphans(thread.id);
      await readMessage(db, thread.id, params.messageId);
      return answers.watch(params.messageId, body.after, signal);
    },

    stop: async ({ db, actor, params }) => {
      const thread = await readOwnThread(db, actor, params.threadId);
      await askToStop(db, thread.id, params.messageId);
      answers.stop(params.messageId);
      return null;
    },

    rate: async ({ db, actor, params, body }) => {
      const thread = await readThread(db, actor, params.threadId);
      await putFeedback(db, { threadId: thread.id, messageId: params.messageId, ...body });
      return null;
    },

    decide: async ({ db, actor, params, body, signal, record }) => {
      const thread = await readOwnThread(db, actor, params.threadId);
      const proposal = await readProposal(db, actor.project.id, params.proposalId);
      if (proposal.threadId !== thread.id) throw new Failure('E_PROPOSAL_NOT_FOUND');
      const { isApproved } = body;
      const isFirst = await claimProposal(db, proposal.id, { isApproved, userId: actor.user.id });
      if (!isFirst) throw new Failure('E_APPROVAL_ANSWERED');
      await database.transaction((tx) =>
        record(
          {
            action: isApproved ? 'proposal.approved' : 'proposal.denied',
            target: proposal.id,
            details: { tool: proposal.tool, sources: proposal.sources },
          },
          tx,
        ),
      );
      const settled = isApproved
        ? await performProposal({ db, actAs }, proposal, { userId: actor.user.id, signal })
        : { state: 'denied' as const, outcome: null };
      const message = await updateCard(db, proposal, settled);
      if (!message) throw new Failure('E_MESSAGE_NOT_FOUND');
      return message;
    },
  });
}
