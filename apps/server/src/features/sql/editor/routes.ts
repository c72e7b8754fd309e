import type { SqlRequest } from '@causeway/contract/sql/sql.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import type { Mount } from '#platform/http/mount.ts';
import { readRunPage } from '#platform/queries/runs.ts';
import type { Services } from '#platform/services.ts';
import { findTransaction } from './in-transaction.ts';
import { checkStatement, planStatement } from './look.ts';
import { listColumns, listNames } from './names.ts';
import { previewEffect } from './preview.ts';
import { endWithoutRights, ownerOf, runInEditor } from './run.ts';
import type { SqlCall } from '../run-sql.ts';
import type { Transactions } from './transactions.ts';

export function mountSqlEditor(mount: Mount, services: Services, transactions: Transactions): void {
  type Call = Pick<SqlCall, 'actor' | 'opened' | 'signal'>;

  function reading({ actor, opened, signal }: Call, request: SqlRequest): SqlCall {
    return { actor, opened, signal, request, asks: 'reading' };
  }

  mount('sqlEditor', sqlEditorRoutes, {
    run: (call) => runInEditor(services, transactions, call),
    rows: ({ query, params, actor, opened, db }) => {
      const reader = { userId: actor.user.id, connectorId: opened.connector.id };
      return readRunPage(db, reader, { runId: params.runId, page: query.page });
    },
    check: ({ body, ...call }) => checkStatement(services, reading(call, body)),
    plan: async ({ body, ...call }) => {
      const { analyze, transactionId, ...request } = body;
      const inside = await findTransaction(transactions, call, transactionId);
      return planStatement(services, reading(call, request), { analyze, inside });
    },
    preview: async ({ body, ...call }) => {
      const { transactionId, ...request } = body;
      const inside = await findTransaction(transactions, call, transactionId);
      return previewEffect(services, reading(call, request), inside);
    },
    schema: ({ opened }) => listNames(services, opened.target),
    columns: ({ body, opened }) => listColumns(services, opened.target, body.tables),
    transaction: async ({ params, actor, opened }) => {
      await endWithoutRights(transactions, { actor, opened }, params.transactionId);
      const found = transactions.find(ownerOf(actor, opened), params.transactionId);
      if (!found) throw new Failure('E_TRANSACTION_NOT_FOUND');
      return found;
    },
    endTransaction: async ({ body, params, actor, opened }) => {
      const { how, readOnly } = body;
      if (how === 'commit') {
        await endWithoutRights(transactions, { actor, opened }, params.transactionId);
        if (readOnly) throw new Failure('E_SQL_READ_ONLY', 'The tab is locked. Unlock it first.');
      }
      await transactions.end(ownerOf(actor, opened), params.transactionId, how);
      return null;
    },
  });
}
