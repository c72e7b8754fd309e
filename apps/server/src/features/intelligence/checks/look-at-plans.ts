import { asReader, type OpenedSql } from '#platform/connectors/opened.ts';
import type { ListDependents } from '#platform/queries/dependent.ts';
import type { Services } from '#platform/services.ts';
import type { Picture } from '../catalog/picture.ts';
import { explainForAny } from '../drift/prove.ts';
import type { ScanSession } from '../scanning/session.ts';
import type { StoredScan } from '../scans.ts';
import type { Candidate } from './candidate.ts';
import { busyTables, judgePlan, type PlanNode } from './missing-indexes.ts';
import { listFrequentStatements } from './statements.ts';

type Looking = {
  services: Services;
  scan: StoredScan;
  session: ScanSession;
  opened: OpenedSql;
  picture: Picture;
  listDependents: readonly ListDependents[];
};

const MOST_PLANS = 100;
const LONGEST_NAME = 80;

/**
 * How the planner would read what the project runs, and what the server counted: where large tables are
 * read whole, an index may be missing. What only its author may see is not named to others.
 */
export async function lookAtPlans(looking: Looking): Promise<Candidate[]> {
  const { services, session, opened, picture } = looking;
  const busy = busyTables(picture);
  if (busy.length === 0) return [];
  const found: Candidate[] = [];
  let asked = 0;
  for (const [sql, name] of await listNamed(looking)) {
    const named = await services.sqlParser.references(sql);
    const isOfBusy = named?.tables.some((one) => busy.some((table) => table.name === one.name));
    if (!isOfBusy || asked >= MOST_PLANS) continue;
    asked += 1;
    const text = await explainForAny(services, { opened: asReader(opened), session }, sql);
    const [{ Plan: plan } = {}] = JSON.parse(text ?? '[]') as { Plan?: PlanNode }[];
    if (plan) found.push(...judgePlan(picture, busy, { plan, statement: { name, sql } }));
  }
  return found;
}

/** Statements, each with what people know it by. */
async function listNamed({ services, scan, session, listDependents }: Looking) {
  const listed = await Promise.all(listDependents.map((list) => list(services.db, scan)));
  const ofProject = listed
    .flat()
    .filter(({ onlyFor }) => onlyFor === undefined)
    .flatMap(({ name, statements }) => statements.map((sql) => [sql, name] as const));
  const counted = await listFrequentStatements(session);
  return new Map([
    ...counted.map((sql) => [sql, sql.replaceAll(/\s+/g, ' ').slice(0, LONGEST_NAME)] as const),
    ...ofProject,
  ]);
}
