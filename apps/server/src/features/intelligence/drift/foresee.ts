import type { Impact, PlannedChange } from '@causeway/contract/intelligence/intelligence.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { mayBeTold } from '#platform/access/told-names.ts';
import type { Db } from '#platform/db/database.ts';
import type { Dependent, ListDependents } from '#platform/queries/dependent.ts';
import type { Services } from '#platform/services.ts';
import type { Change, Drift } from './compare.ts';
import { touches } from './judge-drifts.ts';

const MOST_USES = 100;

type Foreseeing = {
  db: Db;
  actor: ProjectActor;
  connectorId: string;
  schema: string;
  table: string;
  changes: readonly PlannedChange[];
};

/**
 * What a change would break, by the rule that judges it once it was made. The database can't be asked
 * yet, so names alone tell. What only its author knows of is named to nobody else, and to a key only
 * what it could look at.
 */
export async function foresee(
  { sqlParser }: Pick<Services, 'sqlParser'>,
  { db, actor, connectorId, schema, table, changes }: Foreseeing,
  listDependents: readonly ListDependents[],
): Promise<Impact> {
  const drift: Drift = { schema, name: table, oid: 0, now: null, changes: changes.map(toChange) };
  const place = { projectId: actor.project.id, connectorId };
  const listed = await Promise.all(listDependents.map((list) => list(db, place)));
  const known = listed
    .flat()
    .filter(({ onlyFor }) => !onlyFor || onlyFor === actor.user.id)
    .filter(({ kind }) => mayBeTold(actor, kind, connectorId));
  const uses: Impact['uses'] = [];
  for (const dependent of known) {
    const { isTouched, isBreaking } = await touchesDependent(sqlParser, drift, dependent);
    const { kind, id, name, url } = dependent;
    if (isTouched) uses.push({ kind, id, name, url, breaks: isBreaking });
  }
  const gravestFirst = uses.toSorted((one, other) => Number(other.breaks) - Number(one.breaks));
  return { uses: gravestFirst.slice(0, MOST_USES), total: uses.length };
}

async function touchesDependent(
  sqlParser: Services['sqlParser'],
  drift: Drift,
  { statements, tables }: Dependent,
) {
  const found = tables.map(({ schema, table, columns }) => {
    return touches(drift, { tables: [{ schema, name: table }], names: columns });
  });
  for (const statement of statements) {
    const named = await sqlParser.references(statement);
    if (named) found.push(touches(drift, named));
  }
  return {
    isTouched: found.some(({ isTouched }) => isTouched),
    isBreaking: found.some(({ isBreaking }) => isBreaking),
  };
}

/** What it becomes is of no matter to what knows it by its name of now. */
function toChange(change: PlannedChange): Change {
  switch (change.kind) {
    case 'table-gone':
    case 'column-gone':
      return change;
    case 'table-renamed':
    case 'column-renamed':
      return { ...change, to: '' };
    default:
      return { ...change, from: '', to: '' };
  }
}
