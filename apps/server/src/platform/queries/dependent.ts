import type { DependentKind } from '@causeway/contract/intelligence/intelligence.ts';
import type { Db } from '#platform/db/database.ts';

/** Something of a project that knows the tables of a database by their names. */
export type Dependent = {
  kind: DependentKind;
  id: string;
  name: string;
  /** Whose it is, where nobody else may know of it. */
  onlyFor?: string;
  /** Where it is looked at and mended. */
  url: string;
  /** What it runs there, as it was written. */
  statements: string[];
  /** What it names without SQL. */
  tables: NamedTable[];
};

export type NamedTable = { schema: string; table: string; columns: string[] };

/** Each area that keeps such things lists them; what only its author may see says so. */
export type ListDependents = (
  db: Db,
  place: { projectId: string; connectorId: string },
) => Promise<Dependent[]>;

export const MOST_DEPENDENTS = 2_000;

export function scopeOf(place: { projectId: string; connectorId: string }): string {
  const { projectId, connectorId } = place;
  return new URLSearchParams({ projectId, connectorId }).toString();
}
