import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { openFor, type OpenedSql } from '#platform/connectors/opened.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { readConnector } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import { runInSet } from '#platform/ledger/record-statement.ts';
import type { Services } from '#platform/services.ts';
import { madeBy, withoutManner } from './making.ts';

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
 * ledger, which can take back what changes rows. An index whose making broke off is cleared away; one
 * that is there already, just like this, was made by a run of which nobody knew how it ended.
 */
export async function runFix(services: Services, running: Running): Promise<string | null> {
  const { actor, opened, statement, signal } = running;
  if ((await findMade(services, opened, statement)) === 'made') return null;
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

type Found = 'made' | 'broken' | 'being made' | 'another';

/**
 * What stands under the name of an index that a statement makes. Who builds one shows which it is, or,
 * to whoever may not see that, only the table they hold.
 */
const standing = `select case
    when indisvalid then pg_catalog.pg_get_indexdef(indexrelid)
    when exists (select from pg_catalog.pg_stat_progress_create_index builder
      where builder.datid = (select oid from pg_catalog.pg_database where datname = current_database())
        and (builder.index_relid = known.indexrelid or builder.index_relid is null
          and exists (select from pg_catalog.pg_locks lock where lock.pid = builder.pid
            and lock.relation = known.indrelid and lock.granted)))
      then 'being made'
    else 'broken' end
  from pg_catalog.pg_index known where indexrelid = to_regclass($1)`;

async function findMade(
  { databases }: Services,
  { target }: OpenedSql,
  statement: string,
): Promise<Found | undefined> {
  const path = madeBy(statement);
  if (!path) return undefined;
  const { rows } = await databases.read(target, standing, [path]);
  const [[found] = []] = rows;
  if (typeof found !== 'string') return undefined;
  if (found === 'broken' || found === 'being made') return found;
  return withoutManner(found) === withoutManner(statement) ? 'made' : 'another';
}

async function clearLeftover(
  services: Services,
  opened: OpenedSql,
  statement: string,
): Promise<void> {
  const { databases, logger } = services;
  try {
    const found = await findMade(services, opened, statement);
    if (found === 'being made') logger.info('an index that somebody else is making is left alone');
    if (found !== 'broken') return;
    await databases.withFresh(opened.target, async ({ client }) => {
      await client.query(`set statement_timeout = ${CLEARING_MS}`);
      await client.query(`drop index concurrently if exists ${madeBy(statement)}`);
    });
  } catch (error) {
    // The next scan finds it as a broken index.
    logger.warn({ err: error }, 'an index that broke off is still there');
  }
}
