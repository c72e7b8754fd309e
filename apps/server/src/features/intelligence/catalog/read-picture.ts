import type { ScanSession } from '../scanning/session.ts';
import type { Picture, SeenTable, SeenView } from './picture.ts';
import {
  askColumns,
  askConstraints,
  askIndexes,
  askSequences,
  askServer,
  askTables,
  askTriggers,
  askViews,
} from './questions.ts';

/** Catalogs of thousands of tables take a while, and read nobody's rows. */
const CATALOG_MS = 15_000;

type Cells = (string | null)[];

export async function readPicture(session: ScanSession): Promise<Picture> {
  const ask = (statement: typeof askTables) => session.ask(statement, CATALOG_MS);
  const tables = (await ask(askTables)).map(toTable);
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const eachOf = (rows: Cells[], add: (table: SeenTable, cells: Cells) => void) => {
    for (const cells of rows) {
      const table = byOid.get(Number(cells[0]));
      if (table) add(table, cells);
    }
  };
  eachOf(await ask(askColumns), (table, cells) => table.columns.push(toColumn(cells)));
  eachOf(await ask(askIndexes), (table, cells) => table.indexes.push(toIndex(cells)));
  eachOf(await ask(askConstraints), (table, cells) => table.constraints.push(toConstraint(cells)));
  eachOf(await ask(askSequences), (table, cells) => table.sequences.push(toSequence(cells)));
  eachOf(await ask(askTriggers), (table, cells) => table.disabledTriggers.push(cells[1] ?? ''));
  const [server] = await ask(askServer);
  return {
    tables,
    byOid,
    views: toViews(await ask(askViews)),
    statisticsDays: Number(server?.[0] ?? 0),
    role: server?.[1] ?? '',
    oldest: { database: server?.[2] ?? '', age: Number(server?.[3] ?? 0) },
  };
}

function toTable(cells: Cells): SeenTable {
  return {
    oid: Number(cells[0]),
    schema: cells[1] ?? '',
    name: cells[2] ?? '',
    kind: cells[3] as SeenTable['kind'],
    rows: cells[4] === null ? null : Number(cells[4]),
    pages: Number(cells[5]),
    isReadable: isTrue(cells[6]),
    hasRowSecurity: isTrue(cells[7]),
    policies: Number(cells[8]),
    isReachable: isTrue(cells[9]),
    publicGrants: cells[10]?.split(',') ?? [],
    scans: Number(cells[11]),
    sequential: Number(cells[12]),
    changes: Number(cells[13]),
    removed: Number(cells[14]),
    live: Number(cells[15]),
    dead: Number(cells[16]),
    age: Number(cells[17]),
    columns: [],
    indexes: [],
    constraints: [],
    sequences: [],
    disabledTriggers: [],
  };
}

function toViews(rows: Cells[]): SeenView[] {
  return [...Map.groupBy(rows, ([oid]) => oid)].map(([oid, columns]) => ({
    oid: Number(oid),
    schema: columns[0]?.[1] ?? '',
    name: columns[0]?.[2] ?? '',
    columns: columns.map((cells) => ({
      number: Number(cells[3]),
      name: cells[4] ?? '',
      type: cells[5] ?? '',
    })),
  }));
}

function toColumn(cells: Cells) {
  return {
    number: Number(cells[1]),
    name: cells[2] ?? '',
    type: cells[3] ?? '',
    base: cells[4] ?? '',
    category: cells[5] ?? 'U',
    isNotNull: isTrue(cells[6]),
    isGenerated: isTrue(cells[7]),
    comment: cells[8] ?? null,
  };
}

function toIndex(cells: Cells) {
  return {
    oid: Number(cells[1]),
    name: cells[2] ?? '',
    isUnique: isTrue(cells[3]),
    isPrimary: isTrue(cells[4]),
    isValid: isTrue(cells[5]),
    isBuilding: isTrue(cells[6]),
    isReplicaIdentity: isTrue(cells[7]),
    isOfConstraint: isTrue(cells[8]),
    columns: toNumbers(cells[9]),
    keys: Number(cells[10]),
    method: cells[11] ?? '',
    how: cells[12] ?? '',
    predicate: cells[13] ?? null,
    expressions: cells[14] ?? null,
    bytes: Number(cells[15]),
    scans: Number(cells[16]),
    definition: cells[17] ?? '',
  };
}

function toConstraint(cells: Cells) {
  return {
    name: cells[1] ?? '',
    kind: cells[2] as 'p' | 'u' | 'f' | 'c',
    columns: toNumbers(cells[3]),
    parentOid: cells[4] === null ? null : Number(cells[4]),
    parentColumns: toNumbers(cells[5]),
    isValidated: isTrue(cells[6]),
  };
}

function toSequence(cells: Cells) {
  return {
    column: Number(cells[1]),
    path: cells[2] ?? '',
    last: cells[3] === null ? null : Number(cells[3]),
    max: Number(cells[4]),
    cycles: isTrue(cells[5]),
    increment: Number(cells[6]),
  };
}

function isTrue(cell: string | null | undefined): boolean {
  return cell === 't' || cell === 'true';
}

function toNumbers(cell: string | null | undefined): number[] {
  return cell ? cell.split(' ').map(Number) : [];
}
