import type { MeasureDefinition, OwnMeasure } from '@causeway/contract/assistant/measures.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const columns = sql`measure.id, measure.connector_id as "connectorId", measure.name,
  measure.synonyms, measure.schema_name as schema, measure.table_name as "table",
  measure.expression, measure.filter, measure.state, measure.problem,
  measure.checked_at as "checkedAt", account.name as "definedBy",
  measure.defined_at as "definedAt"`;
const from = sql`measures measure left join users account on account.id = measure.defined_by`;

export const MOST_MEASURES = 200;

/** Names are looked for among those of a database, and of two that come at once one has to wait. */
export async function lockMeasures(tx: Tx, projectId: string): Promise<void> {
  await changeRows(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`measures ${projectId}`}, 0))`,
  );
}

export function listMeasures(
  db: Db,
  projectId: string,
  connectorId: string | null,
): Promise<OwnMeasure[]> {
  return listRows(
    db,
    sql`select ${columns} from ${from}
        where measure.project_id = ${projectId}
          and (${connectorId}::uuid is null or measure.connector_id = ${connectorId}::uuid)
        order by measure.state = 'ok',
          lower(coalesce(nullif(measure.name->>'en', ''), measure.name->>'de')), measure.id
        limit ${MOST_MEASURES}`,
  );
}

export async function readMeasure(db: Db, projectId: string, id: string): Promise<OwnMeasure> {
  const found = await findRow<OwnMeasure>(
    db,
    sql`select ${columns} from ${from}
        where measure.id = ${id} and measure.project_id = ${projectId}`,
  );
  if (!found) throw new Failure('E_MEASURE_NOT_FOUND');
  return found;
}

/** As a statement has it: the columns named as those of its table. */
export type OwnSql = { expression: string; filter: string | null; columns: string[] };

export type Usable = Pick<OwnMeasure, 'name' | 'synonyms' | 'schema' | 'table' | 'expression'> & {
  filter: string | null;
  own: OwnSql;
};

/** Those that may be used for questions to a connector; none where none is chosen. */
export function listUsableMeasures(db: Db, connectorId: string | null): Promise<Usable[]> {
  return listRows(
    db,
    sql`select name, synonyms, schema_name as schema, table_name as "table", expression, filter,
          json_build_object('expression', own_expression, 'filter', own_filter,
            'columns', columns) as own
        from measures where connector_id = ${connectorId} and state = 'ok'
        order by defined_at, id limit ${MOST_MEASURES}`,
  );
}

type Kept = { projectId: string; userId: string; definition: MeasureDefinition; own: OwnSql };

export async function insertMeasure(db: Db, kept: Kept): Promise<string> {
  const { projectId, userId, definition, own } = kept;
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into measures (project_id, connector_id, name, synonyms, schema_name, table_name,
          expression, filter, own_expression, own_filter, columns, defined_by)
        values (${projectId}, ${definition.connectorId}, ${JSON.stringify(definition.name)}::jsonb,
          ${definition.synonyms}, ${definition.schema}, ${definition.table},
          ${definition.expression}, ${definition.filter}, ${own.expression}, ${own.filter},
          ${own.columns}, ${userId})
        returning id`,
  );
  return id;
}

export async function updateMeasure(db: Db, id: string, kept: Kept): Promise<void> {
  const { projectId, userId, definition, own } = kept;
  await changeRows(
    db,
    sql`update measures set connector_id = ${definition.connectorId},
          name = ${JSON.stringify(definition.name)}::jsonb, synonyms = ${definition.synonyms},
          schema_name = ${definition.schema}, table_name = ${definition.table},
          expression = ${definition.expression}, filter = ${definition.filter},
          own_expression = ${own.expression}, own_filter = ${own.filter},
          columns = ${own.columns}, state = 'ok', problem = null, fingerprint = null,
          checked_at = now(), defined_by = ${userId}, defined_at = now()
        where id = ${id} and project_id = ${projectId}`,
  );
}

export async function deleteMeasure(db: Db, projectId: string, id: string): Promise<void> {
  await changeRows(db, sql`delete from measures where id = ${id} and project_id = ${projectId}`);
}

export type WatchedMeasure = {
  id: string;
  projectId: string;
  connectorId: string;
  name: OwnMeasure['name'];
  schema: string;
  table: string;
  own: OwnSql;
  state: OwnMeasure['state'];
  fingerprint: string | null;
  authorId: string;
  definedAt: string;
};

/** The databases that measures are about, in no certain order: no round ends before the same ones. */
export function listMeasuredConnectors(db: Db): Promise<{ connectorId: string }[]> {
  return listRows(
    db,
    sql`select connector_id as "connectorId" from measures group by 1 order by random()`,
  );
}

/** All whose author is still there: theirs are the rights they are run with. */
export function listWatchedMeasures(db: Db, connectorId: string): Promise<WatchedMeasure[]> {
  return listRows(
    db,
    sql`select measure.id, measure.project_id as "projectId",
          measure.connector_id as "connectorId", measure.name, measure.schema_name as schema,
          measure.table_name as "table", measure.state, measure.fingerprint,
          measure.defined_by as "authorId", measure.defined_at::text as "definedAt",
          json_build_object('expression', own_expression, 'filter', own_filter,
            'columns', columns) as own
        from measures measure join project_members member
          on member.project_id = measure.project_id and member.user_id = measure.defined_by
        where measure.connector_id = ${connectorId} order by measure.id`,
  );
}

type Checked = { problem: string | null; fingerprint: string };

/** False where it was defined anew meanwhile: what was checked is no longer what it is. */
export async function putMeasureChecked(
  db: Db,
  { id, definedAt }: Pick<WatchedMeasure, 'id' | 'definedAt'>,
  { problem, fingerprint }: Checked,
): Promise<boolean> {
  const changed = await changeRows(
    db,
    sql`update measures set state = ${problem === null ? 'ok' : 'broken'}, problem = ${problem},
          fingerprint = ${fingerprint}, checked_at = now()
        where id = ${id} and defined_at = ${definedAt}::timestamptz`,
  );
  return changed > 0;
}

type Named = Pick<WatchedMeasure, 'id' | 'name' | 'schema' | 'table' | 'own'>;

export function listNamedMeasures(
  db: Db,
  { projectId, connectorId }: { projectId: string; connectorId: string },
): Promise<Named[]> {
  return listRows(
    db,
    sql`select id, name, schema_name as schema, table_name as "table",
          json_build_object('expression', own_expression, 'filter', own_filter,
            'columns', columns) as own
        from measures where project_id = ${projectId} and connector_id = ${connectorId}
        order by defined_at desc, id limit ${MOST_MEASURES}`,
  );
}
