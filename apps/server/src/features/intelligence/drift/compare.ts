/** A table as it was remembered, or as it is. */
export type Shape = {
  schema: string;
  name: string;
  oid: number;
  columns: readonly { number: number; name: string; type: string }[];
};

export type Change =
  | { kind: 'table-gone' }
  | { kind: 'table-renamed'; to: string }
  | { kind: 'column-gone'; column: string }
  | { kind: 'column-renamed'; column: string; to: string }
  | { kind: 'column-retyped'; column: string; from: string; to: string };

/** By the name that things written before know it by. */
export type Drift = {
  schema: string;
  name: string;
  oid: number;
  now: { schema: string; name: string } | null;
  changes: Change[];
};

/**
 * What became of tables. A name counts while something has it; when nothing does, what has the number
 * of old was renamed. A dump that was read back has other numbers and the same names. What came anew
 * breaks nothing and is not told.
 */
export function compareShapes(before: readonly Shape[], now: readonly Shape[]): Drift[] {
  const byName = new Map(now.map((table) => [keyOf(table), table]));
  const byOid = new Map(now.map((table) => [table.oid, table]));
  return before.flatMap((known): Drift[] => {
    const found = byName.get(keyOf(known)) ?? byOid.get(known.oid);
    const { schema, name, oid } = known;
    if (!found) return [{ schema, name, oid, now: null, changes: [{ kind: 'table-gone' }] }];
    const changes = changesOf(known, found);
    const at = { schema: found.schema, name: found.name };
    return changes.length === 0 ? [] : [{ schema, name, oid, now: at, changes }];
  });
}

function changesOf(before: Shape, now: Shape): Change[] {
  const isRenamed = keyOf(before) !== keyOf(now);
  const to = before.schema === now.schema ? now.name : `${now.schema}.${now.name}`;
  const renamed: Change[] = isRenamed ? [{ kind: 'table-renamed', to }] : [];
  const byName = new Map(now.columns.map((column) => [column.name, column]));
  const byNumber = new Map(
    before.oid === now.oid ? now.columns.map((column) => [column.number, column]) : [],
  );
  const ofColumns = before.columns.flatMap(({ number, name: column, type }): Change[] => {
    const same = byName.get(column);
    if (same) {
      return same.type === type
        ? []
        : [{ kind: 'column-retyped', column, from: type, to: same.type }];
    }
    const other = byNumber.get(number);
    return other
      ? [{ kind: 'column-renamed', column, to: other.name }]
      : [{ kind: 'column-gone', column }];
  });
  return [...renamed, ...ofColumns];
}

function keyOf({ schema, name }: Pick<Shape, 'schema' | 'name'>): string {
  return `${schema}\0${name}`;
}

/** In signs that every language reads: `− note, total → amount, price: integer → text`. */
export function sayChanges(name: string, changes: readonly Change[]): string {
  const said = changes.slice(0, 4).map((change) => {
    if (change.kind === 'table-gone') return `− ${name}`;
    if (change.kind === 'table-renamed') return `${name} → ${change.to}`;
    if (change.kind === 'column-gone') return `− ${change.column}`;
    if (change.kind === 'column-renamed') return `${change.column} → ${change.to}`;
    return `${change.column}: ${change.from} → ${change.to}`;
  });
  return `${said.join(', ')}${changes.length > 4 ? ', …' : ''}`;
}
