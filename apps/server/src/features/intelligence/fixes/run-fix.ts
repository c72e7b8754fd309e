import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { openFor, type OpenedSql } from '#platform/connectors/opened.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { readConnector } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import { runInSet } from '#platform/ledger/record-statement.ts';
import type { Services } from '#platform/services.ts';

/** The database a finding is about, for who may write to it. */
export async function openToFix(
  { secrets }: Pick<Services, 'secrets'>,
  db: Db,
  { project }: ProjectActor,
  connectorId: string,
): Promise<OpenedSql> {
  const connector = await readConnector(db, project, connectorId);
  if (connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
  return openFor(secrets, project, connector);
}

/** It waits for everybody who began before it, and somebody waits for the answer. */
const CLEARING_MS = 30_000;

type Running = { actor: ProjectActor; opened: OpenedSql; statement: string; signal: AbortSignal };

/**
 * Runs a statement of ours as the SQL editor would run it: with its limits, and written down in the
 * ledger, which can take back what changes rows. An index whose making broke off is cleared away.
 */
export async function runFix(services: Services, running: Running): Promise<string | null> {
  const { actor, opened, statement, signal } = running;
  const inspection = await services.sqlParser.inspect(statement);
  const recorded = { opened, actor, screen: 'intelligence' as const, statement, inspection };
  try {
    const { changeSetId } = await runInSet(services, recorded, {
      text: statement,
      values: [],
      mode: inspection.isAboutRows ? 'rows' : 'alone',
      reuse: 'never',
      rowLimit: 1,
      failsBeyond: false,
      cutsAtLimit: false,
      signal,
      placeInOriginal: (place) => place,
    });
    return changeSetId;
  } catch (error) {
    await clearLeftover(services, opened, statement);
    throw error;
  } finally {
    await forgetCatalog(services, opened.target.id);
  }
}

/** As we write it, and as the database tells how an index was made. */
const making =
  /^create (?:unique )?index concurrently ("(?:[^"]|"")+"|[^\s"]+) on ("(?:[^"]|"")+"|[^\s".]+)\./i;

/** Not valid, and nobody makes it: somebody else may be making the same one at this moment. */
const broken = `select from pg_catalog.pg_index known where indexrelid = to_regclass($1)
  and not indisvalid and not exists (select from pg_catalog.pg_locks lock
    where lock.relation = known.indrelid and lock.mode = 'ShareUpdateExclusiveLock'
      and lock.granted and lock.database = (select oid from pg_catalog.pg_database
        where datname = current_database()))`;

async function clearLeftover(
  { databases, logger }: Services,
  { target }: OpenedSql,
  statement: string,
): Promise<void> {
  const [, index, schema] = making.exec(statement) ?? [];
  if (!index || !schema) return;
  const path = `${schema}.${index}`;
  try {
    const { rowCount } = await databases.read(target, broken, [path]);
    if (rowCount > 0) {
      await databases.withFresh(target, async ({ client }) => {
        await client.query(`set statement_timeout = ${CLEARING_MS}`);
        await client.query(`drop index concurrently if exists ${path}`);
      });
    }
  } catch (error) {
    // The next scan finds it as a broken index.
    logger.warn({ err: error }, 'an index that broke off is still there');
  }
}
