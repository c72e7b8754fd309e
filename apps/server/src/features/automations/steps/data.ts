import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { effectOf, scopeNeeded } from '@causeway/contract/scopes.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { EDITABLE_BYTES, previewRoutes } from '@causeway/contract/storage/previews.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { Operation } from '#platform/operations/operation.ts';
import type { Executor, Executors, RunIdentity, StepContext } from '../engine/executor.ts';
import { awaitJob, isFoundAgain, jobOf } from './await-job.ts';
import { listFolder } from './list-folder.ts';
import { asRows, statementOf, write } from './statements.ts';
import { upsertStep } from './upsert.ts';

export type DataNeeds = {
  /** The product's verbs, for whom the run acts. */
  act(run: RunIdentity): Acting;
  findOperation(name: string): Operation | undefined;
};

type Data = 'query' | 'execute' | 'upsert' | 'object' | 'operation';

/** Steps that do what people do: each goes through the operation that people use for it. */
export function createDataSteps(needs: DataNeeds): Pick<Executors, Data> {
  return {
    query: queryStep(needs),
    execute: executeStep(needs),
    upsert: upsertStep(needs),
    object: objectStep(needs),
    operation: operationStep(needs),
  };
}

function queryStep({ act }: DataNeeds): Executor<'query'> {
  return {
    effect: 'reads',
    execute: async ({ node, run, signal, spend, log }) => {
      spend('calls', 1);
      const body = { ...statementOf(node), rowLimit: node.rowLimit, screen: 'workflow' as const };
      const result = await act(run).call(sqlRoutes.read, { body }, { signal, requestId: run.id });
      if (result.hasMore) log(runMessage('rowsCut', { rows: node.rowLimit }));
      spend('rows', result.rows.length);
      return { output: asRows(result) };
    },
  };
}

function executeStep({ act }: DataNeeds): Executor<'execute'> {
  return {
    effect: 'writes',
    execute: async (context) => {
      context.spend('calls', 1);
      return { output: await write(act, context, statementOf(context.node)) };
    },
  };
}

function objectStep({ act }: DataNeeds): Executor<'object'> {
  return {
    effect: ({ action }) => {
      return action === 'write' || action === 'copy' || action === 'delete' ? 'writes' : 'reads';
    },
    execute: async (context) => {
      const { node, run, isDry, spend } = context;
      if (node.connectorId === null) throw new Failure('E_CONNECTOR_NOT_FOUND');
      spend('calls', 1);
      const writes = ['write', 'copy', 'delete'].includes(node.action);
      if (isDry && writes) {
        return { output: { dryRun: true, action: node.action, path: node.path, to: node.to } };
      }
      return { output: await useObject(act(run), context, { id: node.connectorId }) };
    },
  };
}

function useObject(
  client: Acting,
  context: StepContext<'object'>,
  connector: { id: string },
): Promise<unknown> {
  const { node, signal, stepKey, run } = context;
  const reading = { signal, requestId: run.id };
  const writing = { ...reading, idempotencyKey: stepKey };
  const { path } = node;
  switch (node.action) {
    case 'list':
      return listFolder(client, context, connector);
    case 'read':
      return client
        .call(previewRoutes.text, { query: { connector, path, bytes: EDITABLE_BYTES } }, reading)
        .then((read) => {
          if (read.to < read.byte_size) throw new Failure('E_FILE_TOO_LARGE');
          return { text: read.text, byteSize: read.byte_size, contentType: read.contentType };
        });
    case 'write': {
      const { body, contentType } = node;
      const type = contentType === '' ? {} : { contentType };
      const written = { connector, path, body: body ?? '', ...type };
      return client.call(storageRoutes.put, { body: written }, writing);
    }
    case 'copy':
      return client.call(
        storageRoutes.copy,
        { body: { connector, from: path, to: node.to } },
        writing,
      );
    case 'delete':
      return client.call(storageRoutes.remove, { query: {}, body: { connector, path } }, writing);
    default:
      return client.call(storageRoutes.signedUrl, { body: { connector, path } }, reading);
  }
}

function operationStep({ act, findOperation }: DataNeeds): Executor<'operation'> {
  return {
    effect: ({ operation }) => {
      const found = findOperation(operation);
      return found ? effectOf(found) : 'writes';
    },
    isRepeatable: ({ operation }, begunAt) => isFoundAgain(operation, begunAt),
    execute: async ({ node, run, signal, stepKey, endings, isAskedFor, isDry, spend }) => {
      const operation = findOperation(node.operation);
      if (!operation || !scopeNeeded(operation)) throw new Failure('E_NOT_FOUND');
      spend('calls', 1);
      const { params, query, body } = node;
      if (isDry && effectOf(operation) !== 'reads') {
        return { output: { dryRun: true, operation: node.operation, params, query, body } };
      }
      // A workflow works in its own project, whatever it was told.
      const input = {
        params: { ...(params as object | undefined), projectId: run.projectId },
        ...(query !== undefined && { query }),
        ...(body !== undefined && { body }),
      };
      const client = act(run);
      const ask = (idempotencyKey: string) =>
        client.call(operation.route, input, { signal, idempotencyKey, requestId: run.id });
      const job = jobOf.get(node.operation);
      if (!job) return { output: await ask(stepKey) };
      const { connector } = body as { connector: { id: string } };
      const begin = (ended: number) => ask(ended === 0 ? stepKey : `${stepKey}:${ended}`);
      const begun = { job, client, connector, signal, endings, isAskedFor };
      return { output: await awaitJob(begin, begun) };
    },
  };
}
