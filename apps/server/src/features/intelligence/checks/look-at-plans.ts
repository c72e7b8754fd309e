import { asReader, type OpenedSql } from '#platform/connectors/opened.ts';
import type { ListDependents } from '#platform/queries/dependent.ts';
import type { Services } from '#platform/services.ts';
import type { Picture } from '../catalog/picture.ts';
import { explainStatement } from '../drift/prove.ts';
import type { StoredScan } from '../scans.ts';
import type { Candidate } from './candidate.ts';
import { busyTables, judgePlan, type PlanNode } from './missing-indexes.ts';

type Looking = {
  services: Services;
  scan: StoredScan;
  opened: OpenedSql;
  signal: AbortSignal;
  picture: Picture;
  listDependents: readonly ListDependents[];
};

const MOST_PLANS = 100;

/** How the planner would read what the project runs: where large tables are read whole, an index may be missing. */
export async function lookAtPlans(looking: Looking): Promise<Candidate[]> {
  const { services, scan, opened, signal, picture, listDependents } = looking;
  const busy = busyTables(picture);
  if (busy.length === 0) return [];
  const listed = await Promise.all(listDependents.map((list) => list(services.db, scan)));
  const names = new Map(
    listed.flat().flatMap(({ name, statements }) => statements.map((sql) => [sql, name] as const)),
  );
  const found: Candidate[] = [];
  let asked = 0;
  for (const [sql, name] of names) {
    const named = await services.sqlParser.references(sql);
    const isOfBusy = named?.tables.some((one) => busy.some((table) => table.name === one.name));
    if (!isOfBusy || asked >= MOST_PLANS) continue;
    asked += 1;
    const told = await explainStatement(services, asReader(opened), { sql, signal });
    if (told.kind !== 'fine') continue;
    const [{ Plan: plan } = {}] = JSON.parse(told.plan) as { Plan?: PlanNode }[];
    if (plan) found.push(...judgePlan(picture, busy, { plan, statement: { name, sql } }));
  }
  return found;
}
