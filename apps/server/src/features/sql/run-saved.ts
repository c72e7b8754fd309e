import { can } from '@causeway/contract/access.ts';
import { refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import type { SavedRun, SavedRunner } from '#platform/queries/saved-run.ts';
import type { Services } from '#platform/services.ts';
import { describeFields, prepare, type Prepared, runPrepared, type SqlCall } from './run-sql.ts';

/** A saved query over a database. */
export const savedSql: SavedRunner = {
  admit: async (services, { db, actor }) => {
    const opened = await admitted(services, { db, actor });
    const version = actor.project.connector?.version;
    const rights = can(actor.project.role, 'sql.write') ? 'writer' : 'reader';
    return JSON.stringify([version, rights, opened.target.readerRole ?? null]);
  },
  run: async (services, { sql, bindings, rowLimit, timeZone, ...call }) => {
    const { actor, signal } = call;
    const opened = await admitted(services, call);
    const request = { sql, bindings, rowLimit, connector: { id: opened.connector.id } };
    const sqlCall: SqlCall = { actor, opened, signal, request, asks: 'reading' };
    const prepared = await prepare(services, sqlCall);
    const limited = await limit(services, prepared);
    const inZone = { ...prepared, request: { ...limited, timeZone } };
    const { fields, rows } = await runPrepared(services, sqlCall, inZone);
    return {
      fields: await describeFields(services.typeNames, opened.target, fields),
      rows: Buffer.concat(rows.take()),
      hasMore: rows.hasMore,
    };
  },
};

/**
 * Postgres plans without parallel workers for who takes rows by and by, which is how a result is
 * cut elsewhere. A statement that sums up reads everything anyway, so the cut is written into it.
 */
async function limit(
  { sqlParser }: Services,
  { inspection, request }: Prepared,
): Promise<Prepared['request']> {
  const { text, rowLimit } = request;
  const { isSummary, ownLimit = Infinity } = inspection;
  if (ownLimit <= rowLimit) return { ...request, cutsAtLimit: false };
  if (!isSummary || ownLimit < Infinity) return request;
  const [only] = await sqlParser.read('statements', { sql: text });
  const end = only ? text.indexOf(only.text) + only.text.length : text.length;
  const cut = `${text.slice(0, end)}\nlimit ${rowLimit + 1}`;
  return { ...request, text: cut, cutsAtLimit: false };
}

async function admitted(services: Services, { db, actor }: Pick<SavedRun, 'db' | 'actor'>) {
  const opened = await services.openedConnectors.sql(db, actor.project);
  await refuseTooPowerful(services, { opened, actor });
  return opened;
}
