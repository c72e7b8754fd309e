import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { isTableGone } from '#platform/connectors/sql/renames.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { isSameText, type RowState } from '#platform/rows/cells.ts';
import { keyText, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import { listChanges, type StoredChange, withKeyOf } from './changes.ts';

const CHANGES_A_LOOK = 1_000;

/**
 * Whether a set took effect, told from its rows: all as it would have made them, or all as they were
 * before it. Anything else tells nothing.
 */
export async function looksDone(
  { db, databases, sqlCatalog }: Pick<Services, 'db' | 'databases' | 'sqlCatalog'>,
  target: SqlTarget,
  setId: string,
): Promise<'committed' | 'aborted' | undefined> {
  const signs = new Set<'committed' | 'aborted' | undefined>();
  let position = -1;
  for (;;) {
    const changes = await listChanges(db, setId, { after: position, limit: CHANGES_A_LOOK });
    for (const group of Map.groupBy(changes, ({ shapeId }) => shapeId).values()) {
      const { schema, table: name } = group[0] as StoredChange;
      const place = { schema, table: name };
      // Of a table that is gone nobody can tell any more.
      if (await isTableGone(sqlCatalog, target, place)) return undefined;
      const known = await sqlCatalog.readTable(target, place, 'checked');
      const table = withKeyOf(known, group);
      const keys = group.flatMap(({ keyBefore, keyAfter }) => [keyBefore ?? [], keyAfter ?? []]);
      const rows = await readRows(
        ({ text, values }) => databases.read(target, text, [...values]),
        table,
        keys.filter((key) => key.length > 0),
      );
      for (const change of group) signs.add(signOf(table, change, rows));
    }
    position = changes.at(-1)?.position ?? position;
    if (changes.length < CHANGES_A_LOOK || signs.has(undefined) || signs.size > 1) break;
  }
  return signs.size === 1 ? [...signs][0] : undefined;
}

function signOf(
  table: CatalogTable,
  change: StoredChange,
  rows: ReadonlyMap<string, RowState>,
): 'committed' | 'aborted' | undefined {
  const isAs = (key: string[] | null, image: StoredChange['before'], otherKey: string[] | null) => {
    const row = rows.get(keyText(key ?? otherKey ?? []));
    if (key === null) return row === undefined;
    return row !== undefined && image !== null && isImage(table, change.columns, image, row);
  };
  if (isAs(change.keyAfter, change.after, change.keyBefore)) return 'committed';
  return isAs(change.keyBefore, change.before, change.keyAfter) ? 'aborted' : undefined;
}

/** Columns that came or went since say nothing. */
export function isImage(
  table: CatalogTable,
  columns: readonly string[],
  image: readonly (string | null)[],
  row: RowState,
): boolean {
  return table.columns.every((column, index) => {
    const place = columns.indexOf(column.name);
    return place === -1 || isSameText(column, image[place] ?? null, row.cells[index] ?? null);
  });
}
