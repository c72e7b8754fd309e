import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { sql } from '#platform/db/sql.ts';
import { parkRows } from './park-rows.ts';

type Postponing = {
  query: QueryInTransaction;
  table: CatalogTable;
  /** Keys under which rows are found that gave values up; more may follow. */
  parked: Map<DraftChange, string[]>;
  write: (change: DraftChange) => Promise<void>;
};

/**
 * What keeps values apart may do so by an expression or among some rows only, which says nothing about
 * the order of changes: whatever meets a value that is still taken waits until the others are made. Where
 * most wait for each other, they give their values up for a moment; then nothing but a row that keeps its
 * value can be in the way.
 */
export async function writePostponing(
  postponing: Postponing,
  changes: readonly DraftChange[],
): Promise<void> {
  let waiting = changes;
  while (waiting.length > 0) {
    const refused = await writeThose(postponing, waiting);
    const isSlow = refused.size > waiting.length / 2;
    const isEasier = isSlow && (await parkThose(postponing, refused));
    if (refused.size === waiting.length && !isEasier) throw [...refused.values()][0];
    // Of values that were moved up by one, each waits for the next.
    waiting = [...refused.keys()].toReversed();
  }
}

/** Says which are still to be made, and what stood in their way. */
async function writeThose(
  { query, write }: Postponing,
  changes: readonly DraftChange[],
): Promise<Map<DraftChange, Failure>> {
  const refused = new Map<DraftChange, Failure>();
  for (const change of changes) {
    const error = await attempt(query, () => write(change));
    if (error) refused.set(change, error);
  }
  return refused;
}

/** Whether any of them gave values up that had not yet. */
async function parkThose(
  { query, table, parked }: Postponing,
  refused: ReadonlyMap<DraftChange, Failure>,
): Promise<boolean> {
  const before = parked.size;
  for (const [change, { details }] of refused) {
    if (change.kind !== 'update' || parked.has(change)) continue;
    const parks = table.indexes
      .filter(({ isUnique, name }) => isUnique || name === details?.constraint)
      .map((index) => columnsOf(table, index).filter((name) => Object.hasOwn(change.values, name)));
    const park = async () => {
      const keys = await parkRows(query, table, [{ change, waitsFor: new Set(), parks }]);
      for (const [, key] of keys) parked.set(change, key);
    };
    // A rule of the table may refuse any other value: then the row keeps its own.
    await attempt(query, park, (error) => error instanceof Failure);
  }
  return parked.size > before;
}

/** Whatever an index that keeps values apart is made of, also by an expression or a computed column. */
function columnsOf(table: CatalogTable, { definition }: { definition: string }): string[] {
  const texts = [definition, ...expressionsIn(table, definition)];
  return table.columns
    .filter(({ name, generated }) => generated === null && texts.some((text) => names(text, name)))
    .map(({ name }) => name);
}

function expressionsIn({ columns }: CatalogTable, definition: string): string[] {
  return columns.flatMap(({ name, expression }) => {
    return expression !== null && names(definition, name) ? [expression] : [];
  });
}

function names(text: string, column: string): boolean {
  return text.split(/[^\p{L}\p{N}_$]+/u).includes(column) || text.includes(`"${column}"`);
}

/** Makes something or leaves everything as it was; says why it was refused, where that is expected. */
async function attempt(
  query: QueryInTransaction,
  make: () => Promise<void>,
  isExpected: (error: unknown) => error is Failure = isTaken,
): Promise<Failure | undefined> {
  await query(sql`savepoint before_change`);
  try {
    await make();
    await query(sql`release savepoint before_change`);
    return undefined;
  } catch (error) {
    if (!isExpected(error)) throw error;
    await query(sql`rollback to savepoint before_change`);
    await query(sql`release savepoint before_change`);
    return error;
  }
}

/** By a unique index, or one that keeps values from overlapping. */
export function isTaken(error: unknown): error is Failure {
  const state = error instanceof Failure ? error.details?.sqlState : undefined;
  return state === '23505' || state === '23P01';
}
