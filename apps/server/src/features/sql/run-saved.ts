import { Failure } from '@causeway/contract/errors.ts';
import type { RunSaved } from '#platform/queries/saved-run.ts';
import { describeFields, openConnector, prepare, runPrepared, type SqlCall } from './run-sql.ts';

/** A saved query over a database. */
export const runSavedSql: RunSaved = async (services, { sql, bindings, rowLimit, ...call }) => {
  const { connector } = call.project;
  if (!connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
  const request = { sql, bindings, rowLimit, connector: { id: connector.id } };
  const sqlCall: SqlCall = { ...call, request, asks: 'reading' };
  const opened = await openConnector(services, sqlCall);
  const prepared = await prepare(services, opened, sqlCall);
  const { fields, rows } = await runPrepared(services, opened, sqlCall, prepared);
  return {
    fields: await describeFields(services.typeNames, opened.target, fields),
    rows: Buffer.concat(rows.take()),
    hasMore: rows.hasMore,
  };
};
