import { identifier } from '#platform/db/sql.ts';
import { namesOf, type Picture, type SeenIndex, type SeenTable } from '../catalog/picture.ts';
import { ofAllParts } from '../fixes/making.ts';
import { about, buildSeconds, type Candidate, type Fix, sizeText } from './candidate.ts';

const MB = 1024 * 1024;
const CHILD_ROWS = 10_000;
/** A parent this large is joined from; a list of a few kinds hardly ever changes. */
const BUSY_ROWS = 1_000;

export function checkIndexes(picture: Picture): Candidate[] {
  return picture.tables
    .filter(({ kind }) => kind !== 'm')
    .flatMap((table) => [
      ...keysWithoutIndex(picture, table),
      ...sameIndexes(table),
      ...brokenIndexes(table),
      ...unusedIndexes(picture, table),
    ]);
}

/** In any order at the front of a valid index; one that leaves out only the empty ones counts. */
export function covers(index: SeenIndex, columns: readonly number[], table: SeenTable): boolean {
  const front = new Set(index.columns.slice(0, Math.min(columns.length, index.keys)));
  if (!index.isValid || !columns.every((column) => front.has(column))) return false;
  if (index.method !== 'btree' && !(index.method === 'hash' && columns.length === 1)) return false;
  if (index.predicate === null) return true;
  const [only = 0] = columns;
  const [name = ''] = namesOf(table, [only]);
  const notNull = [name, `"${name.replaceAll('"', '""')}"`].map((one) => `(${one} IS NOT NULL)`);
  return columns.length === 1 && notNull.includes(index.predicate);
}

function keysWithoutIndex({ byOid }: Picture, table: SeenTable): Candidate[] {
  const seen = new Set<string>();
  return table.constraints.flatMap((constraint) => {
    const { kind, columns, parentOid } = constraint;
    const key = columns.join(' ');
    if (kind !== 'f' || seen.has(key)) return [];
    seen.add(key);
    if (table.indexes.some((index) => covers(index, columns, table))) return [];
    const parent = byOid.get(parentOid ?? 0);
    const rows = table.rows ?? table.live;
    if (!parent || rows <= CHILD_ROWS) return [];
    const isBusy = parent.removed > 0 || (parent.rows ?? parent.live) >= BUSY_ROWS;
    const path = identifier(table.schema, table.name).text;
    const first = identifier(namesOf(table, columns)[0] ?? '').text;
    return about(table, columns, {
      check: 'key-without-index',
      severity: isBusy ? 'high' : 'info',
      facts: { parent: parent.name, count: rows },
      size: rows,
      sql: `explain select * from ${path} where ${first} = (select ${first} from ${path} limit 1)`,
      fix: fixByIndex(table, columns),
    });
  });
}

/** Made while everybody works on, and gone again the same way. */
export function fixByIndex(table: SeenTable, columns: readonly number[]): Fix {
  const path = identifier(table.schema, table.name).text;
  const list = namesOf(table, columns)
    .map((column) => identifier(column).text)
    .join(', ');
  const name = indexName(table, columns);
  return {
    statement: `create index concurrently ${identifier(name).text} on ${path} (${list})`,
    undo: `drop index concurrently if exists ${identifier(table.schema, name).text}`,
    undoLock: 'nobody',
    lock: 'nobody',
    seconds: buildSeconds(table),
    kind: 'long',
  };
}

/** Postgres cuts names at 63 bytes, and would then meet one that is there. */
function indexName(table: SeenTable, columns: readonly number[]): string {
  const wanted = `${table.name}_${namesOf(table, columns).join('_')}_idx`;
  const taken = new Set(table.indexes.map(({ name }) => name));
  const isShort = Buffer.byteLength(wanted) <= 63;
  return isShort && !taken.has(wanted) ? wanted : `causeway_${table.oid}_${columns.join('_')}_idx`;
}

function sameIndexes(table: SeenTable): Candidate[] {
  const usable = table.indexes.filter(({ isValid, isBuilding }) => isValid && !isBuilding);
  const found = usable.flatMap((index) => {
    if (index.isUnique || index.isOfConstraint || index.isReplicaIdentity) return [];
    const other = usable.find((one) => one !== index && isWithin(index, one));
    return other ? [{ index, other }] : [];
  });
  if (found.length < 3 && !found.some(({ index }) => index.bytes >= 10 * MB)) {
    return found.length === 0
      ? []
      : found.slice(0, 1).map((pair) => sameIndex(table, pair, 'info'));
  }
  return found.map((pair) => sameIndex(table, pair, 'medium'));
}

type Pair = { index: SeenIndex; other: SeenIndex };

function sameIndex(
  table: SeenTable,
  { index, other }: Pair,
  severity: 'medium' | 'info',
): Candidate {
  return about(table, index.columns.slice(0, index.keys), {
    check: 'same-index',
    severity,
    rule: String(index.oid),
    facts: { index: index.name, other: other.name, size: sizeText(index.bytes) },
    size: index.bytes,
    fix: dropIndex(table, index),
  });
}

/** The same columns in the same order at the front of the other; of two equal ones the younger. */
function isWithin(index: SeenIndex, other: SeenIndex): boolean {
  if (index.method !== other.method || index.predicate !== other.predicate) return false;
  if (index.expressions !== other.expressions) return false;
  if (index.columns.length > index.keys || index.keys > other.keys) return false;
  if (index.method !== 'btree' && index.keys !== other.keys) return false;
  if (!index.columns.every((column, place) => other.columns[place] === column)) return false;
  if (index.columns.includes(0) && index.keys !== other.keys) return false;
  const parts = index.how.split('/').map((part) => part.split(' '));
  const others = other.how.split('/').map((part) => part.split(' '));
  const isAlike = parts.every((part, at) =>
    part.every((one, place) => others[at]?.[place] === one),
  );
  if (!isAlike) return false;
  const isEqual = index.keys === other.keys && index.columns.length === other.columns.length;
  return !isEqual || other.isUnique || index.oid > other.oid;
}

function brokenIndexes(table: SeenTable): Candidate[] {
  if (table.kind === 'p') return [];
  return table.indexes
    .filter(({ isValid, isBuilding }) => !isValid && !isBuilding)
    .map((index) =>
      about(table, [], {
        check: 'broken-index',
        severity: 'high',
        rule: String(index.oid),
        facts: { index: index.name },
        size: index.bytes,
        fix: dropIndex(table, index),
      }),
    );
}

const QUIET_DAYS = 30;

function unusedIndexes({ statisticsDays }: Picture, table: SeenTable): Candidate[] {
  if (statisticsDays < QUIET_DAYS || table.changes === 0) return [];
  return table.indexes
    .filter((index) => {
      const isNeeded = index.isUnique || index.isOfConstraint || index.isReplicaIdentity;
      const isCover = table.constraints.some(({ kind, columns }) => {
        return kind === 'f' && covers(index, columns, table);
      });
      return index.isValid && index.scans === 0 && index.bytes >= 50 * MB && !isNeeded && !isCover;
    })
    .map((index) =>
      about(table, index.columns.slice(0, index.keys), {
        check: 'unused-index',
        severity: 'info',
        rule: String(index.oid),
        facts: {
          index: index.name,
          days: Math.floor(statisticsDays),
          size: sizeText(index.bytes),
        },
        size: index.bytes,
        fix: dropIndex(table, index),
      }),
    );
}

function dropIndex(table: SeenTable, index: SeenIndex): Candidate['fix'] {
  const path = identifier(table.schema, index.name).text;
  const isPartitioned = table.kind === 'p';
  return {
    statement: `drop index ${isPartitioned ? '' : 'concurrently '}${path}`,
    undo: index.isValid ? makeAgain(index, { isPartitioned }) : null,
    undoSeconds: buildSeconds(table),
    undoLock: isPartitioned ? 'writers' : 'nobody',
    lock: isPartitioned ? 'everyone-shortly' : 'nobody',
    seconds: 0.1,
    kind: 'long',
  };
}

/** Of a partitioned table all parts get theirs again, which can't be done while everybody works on. */
function makeAgain(
  { definition }: SeenIndex,
  { isPartitioned }: { isPartitioned: boolean },
): string {
  if (!isPartitioned) {
    return definition.replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY ');
  }
  return ofAllParts(definition);
}
