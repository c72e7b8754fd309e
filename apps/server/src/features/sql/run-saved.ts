import { refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import type { RunSaved } from '#platform/queries/saved-run.ts';
import { describeFields, prepare, runPrepared, type SqlCall } from './run-sql.ts';

/** A saved query over a database. */
export const runSavedSql: RunSaved = async (services, { sql, bindings, rowLimit, ...call }) => {
  const { db, actor, signal } = call;
  const opened = await services.openedConnectors.sql(db, actor.project);
  const request = { sql, bindings, rowLimit, connector: { id: opened.connector.id } };
  const sqlCall: SqlCall = { actor, opened, signal, request, asks: 'reading' };
  await refuseTooPowerful(services, sqlCall);
  const prepared = await prepare(services, sqlCall);
  const { fields, rows } = await runPrepared(services, sqlCall, prepared);
  return {
    fields: await describeFields(services.typeNames, opened.target, fields),
    rows: Buffer.concat(rows.take()),
    hasMore: rows.hasMore,
  };
};
