import type { ResultField } from '@causeway/contract/artifacts.ts';
import type { GoldenQuestion } from '@causeway/contract/assistant/golden.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const columns = sql`golden.id, golden.connector_id as "connectorId", golden.question, golden.sql,
  golden.columns, golden.state, golden.problem, golden.checked_at as "checkedAt",
  account.name as "verifiedBy", golden.verified_at as "verifiedAt"`;
const from = sql`golden_questions golden left join users account on account.id = golden.verified_by`;

const MOST = 500;

export function listGolden(db: Db, projectId: string): Promise<GoldenQuestion[]> {
  return listRows<GoldenQuestion>(
    db,
    sql`select ${columns} from ${from} where golden.project_id = ${projectId}
        order by golden.state = 'ok', golden.verified_at desc, golden.id limit ${MOST}`,
  );
}

/** Those that may be used for questions to a connector. */
export function listUsable(
  db: Db,
  connectorId: string,
): Promise<(GoldenQuestion & { words: string })[]> {
  return listRows(
    db,
    sql`select ${columns}, golden.words from ${from}
        where golden.connector_id = ${connectorId} and golden.state = 'ok'
        order by golden.verified_at desc limit ${MOST}`,
  );
}

export async function readGolden(db: Db, projectId: string, id: string): Promise<GoldenQuestion> {
  const found = await findRow<GoldenQuestion>(
    db,
    sql`select ${columns} from ${from}
        where golden.id = ${id} and golden.project_id = ${projectId}`,
  );
  if (!found) throw new Failure('E_GOLDEN_NOT_FOUND');
  return found;
}

export type NewGolden = {
  projectId: string;
  connectorId: string;
  userId: string;
  question: string;
  words: string;
  sql: string;
  columns: ResultField[];
};

/** Verified anew, the same question has the answer that was verified last. */
export async function putGolden(db: Db, golden: NewGolden): Promise<string> {
  const { count } = await readRow<{ count: number }>(
    db,
    sql`select count(*)::int as count from golden_questions
        where project_id = ${golden.projectId}
          and not (connector_id = ${golden.connectorId} and words = ${golden.words})`,
  );
  if (count >= MOST) throw new Failure('E_VALIDATION', `At most ${MOST} verified questions.`);
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into golden_questions
          (project_id, connector_id, question, words, sql, columns, verified_by)
        values (${golden.projectId}, ${golden.connectorId}, ${golden.question}, ${golden.words},
          ${golden.sql}, ${JSON.stringify(golden.columns)}::jsonb, ${golden.userId})
        on conflict (connector_id, words) do update set question = excluded.question,
          sql = excluded.sql, columns = excluded.columns, state = 'ok', problem = null,
          fingerprint = null, checked_at = now(), verified_by = excluded.verified_by,
          verified_at = now()
        returning id`,
  );
  return id;
}

export async function deleteGolden(db: Db, projectId: string, id: string): Promise<number> {
  return changeRows(
    db,
    sql`delete from golden_questions where id = ${id} and project_id = ${projectId}`,
  );
}

export type Checked = {
  state: GoldenQuestion['state'];
  problem: string | null;
  fingerprint: string | null;
};

/** False where it was verified anew meanwhile: what was checked is no longer what it is. */
export async function putChecked(
  db: Db,
  { id, verifiedAt }: Pick<Watched, 'id' | 'verifiedAt'>,
  checked: Checked,
): Promise<boolean> {
  const changed = await changeRows(
    db,
    sql`update golden_questions set state = ${checked.state}, problem = ${checked.problem},
          fingerprint = coalesce(${checked.fingerprint}, fingerprint), checked_at = now()
        where id = ${id} and verified_at = ${verifiedAt}::timestamptz`,
  );
  return changed > 0;
}

export type Watched = {
  id: string;
  projectId: string;
  connectorId: string;
  question: string;
  sql: string;
  columns: ResultField[];
  state: GoldenQuestion['state'];
  fingerprint: string | null;
  verifierId: string;
  verifiedAt: string;
};

/** The databases that questions are about, in no certain order: no round ends before the same ones. */
export function listAskedConnectors(db: Db): Promise<{ connectorId: string }[]> {
  return listRows(
    db,
    sql`select connector_id as "connectorId" from golden_questions group by 1 order by random()`,
  );
}

/** All whose verifier is still there: theirs are the rights they are run with. */
export function listWatched(db: Db, connectorId: string): Promise<Watched[]> {
  return listRows<Watched>(
    db,
    sql`select golden.id, golden.project_id as "projectId", golden.connector_id as "connectorId",
          golden.question, golden.sql, golden.columns, golden.state, golden.fingerprint,
          golden.verified_by as "verifierId", golden.verified_at::text as "verifiedAt"
        from golden_questions golden
        join project_members member on member.project_id = golden.project_id
          and member.user_id = golden.verified_by
        where golden.connector_id = ${connectorId} order by golden.id`,
  );
}
