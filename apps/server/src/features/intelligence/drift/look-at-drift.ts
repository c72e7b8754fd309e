import { asReader, type OpenedSql } from '#platform/connectors/opened.ts';
import type { ListDependents } from '#platform/queries/dependent.ts';
import type { Services } from '#platform/services.ts';
import type { Picture } from '../catalog/picture.ts';
import { MOST_TABLES } from '../catalog/questions.ts';
import type { Candidate } from '../checks/candidate.ts';
import type { StoredScan } from '../scans.ts';
import { compareShapes, type Shape } from './compare.ts';
import { forgetDrift, keepDrifts, listDrifts } from './drifts.ts';
import { tellAuthors } from './tell-authors.ts';
import { judgeDrifts } from './judge-drifts.ts';

type Looking = {
  services: Services;
  scan: StoredScan;
  opened: OpenedSql;
  signal: AbortSignal;
  picture: Picture;
  /** As the look before saw them. */
  known: readonly Shape[];
  listDependents: readonly ListDependents[];
};

/**
 * What changed since the last look is written down first, and judged together with what was noticed
 * earlier and still breaks something: the picture of before is gone with this look.
 */
export async function lookAtDrift(looking: Looking): Promise<Candidate[]> {
  const { services, scan, opened, signal, picture, known, listDependents } = looking;
  const { db } = services;
  // Of a part of the tables nobody can tell which are gone.
  if (picture.tables.length < MOST_TABLES) {
    await keepDrifts(db, scan, compareShapes(known, [...picture.tables, ...picture.views]));
  }
  const drifts = await listDrifts(db, scan.connectorId);
  if (drifts.length === 0) return [];
  const listed = await Promise.all(listDependents.map((list) => list(db, scan)));
  const judging = { services, opened: asReader(opened), signal };
  const judged = await judgeDrifts(judging, drifts, listed.flat());
  for (const { drift, candidate, own } of judged) {
    if (own.length > 0) await tellAuthors(db, scan, drift, own);
    else if (!candidate) await forgetDrift(db, scan.connectorId, drift);
  }
  return judged.flatMap(({ candidate }) => candidate ?? []);
}
