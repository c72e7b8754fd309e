import type { SentConnector, SqlRequest } from '@causeway/contract/sql.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql-editor.ts';
import { checkSentConnector, refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import type { Mount } from '#platform/http/mount.ts';
import { readRunPage } from '#platform/queries/runs.ts';
import type { Services } from '#platform/services.ts';
import { checkStatement, planStatement } from './look.ts';
import { listColumns, listNames } from './names.ts';
import { previewEffect } from './preview.ts';
import { ownerOf, runInEditor } from './run.ts';
import type { SqlCall } from '../run-sql.ts';
import type { Transactions } from './transactions.ts';

export function mountSqlEditor(mount: Mount, services: Services, transactions: Transactions): void {
  type Call = Pick<SqlCall, 'db' | 'project' | 'caller' | 'signal'>;

  async function open(
    { db, project }: Pick<Call, 'db' | 'project'>,
    connector: SqlRequest['connector'],
  ) {
    const opened = await services.openedConnectors.sql(db, project);
    checkSentConnector(opened.connector, connector);
    return opened;
  }

  /** Results are kept of statements over files too: what they ran on may be a bucket. */
  async function checkKept({ db, project }: Pick<Call, 'db' | 'project'>, sent: SentConnector) {
    const { connector } = await services.openedConnectors.any(db, project);
    checkSentConnector(connector, sent);
    return connector.id;
  }

  function reading({ db, project, caller, signal }: Call, request: SqlRequest): SqlCall {
    return { db, project, caller, signal, request, asks: 'reading' };
  }

  mount('sqlEditor', sqlEditorRoutes, {
    run: (call) => runInEditor(services, transactions, call),
    rows: async ({ query, params, caller, ...call }) => {
      refuseSecretsInUrl(query.connector);
      const connectorId = await checkKept(call, query.connector);
      const reader = { userId: caller.user.id, connectorId };
      return readRunPage(call.db, reader, { runId: params.runId, page: query.page });
    },
    check: ({ body, ...call }) => checkStatement(services, reading(call, body)),
    plan: ({ body, ...call }) => {
      const { analyze, ...request } = body;
      return planStatement(services, reading(call, request), { analyze });
    },
    preview: ({ body, ...call }) => previewEffect(services, reading(call, body)),
    schema: async ({ query, ...call }) => {
      refuseSecretsInUrl(query.connector);
      const { target } = await open(call, query.connector);
      return listNames(services, target);
    },
    columns: async ({ body, ...call }) => {
      const { target } = await open(call, body.connector);
      return listColumns(services, target, body.tables);
    },
    transaction: async ({ query, params, caller, ...call }) => {
      refuseSecretsInUrl(query.connector);
      const opened = await open(call, query.connector);
      const found = transactions.find(ownerOf(caller, opened), params.transactionId);
      if (!found) throw new Failure('E_TRANSACTION_NOT_FOUND');
      return found;
    },
    endTransaction: async ({ body, params, caller, ...call }) => {
      const opened = await open(call, body.connector);
      await transactions.end(ownerOf(caller, opened), params.transactionId, body.how);
      return null;
    },
  });
}
