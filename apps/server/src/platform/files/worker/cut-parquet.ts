import { open, readFile } from 'node:fs/promises';
import { type Done, ProblemError, type Work } from './protocol.ts';
import { Thrift, type ThriftField, writeNatural, writeWhole } from './thrift.ts';

/** Numbers that the format gives to what is needed of its end. */
const file = { rows: 3, groups: 4 };
const group = { columns: 1, rows: 3 };
const chunk = { elsewhere: 1, about: 3, crypto: 8 };
const about = { path: 3, bytes: 7, data: 9, dictionary: 11 };

const MOST_GROUPS = 32;
/** What lies between two pieces is fetched along rather than asked for twice. */
const NEAR_BYTES = 256 * 1024;

type Limits = { mostBytes: number; mostColumns: number };
type Chunk = { column: string; start: number; end: number };
type Group = { field: ThriftField; rows: number; chunks: Chunk[] };

/**
 * Some row groups of a Parquet file as a file of its own: at the places they have in the whole, with an
 * end that tells of them alone. What lies between stays a hole. Only the end is here; the answer says
 * which bytes of the file belong into it.
 */
export async function cutParquet({
  footer,
  place,
  to,
  ...limits
}: Extract<Work, { kind: 'cutParquet' }>): Promise<Done['cutParquet']> {
  const { bytes, ...cut } = cutFooter(await readFile(footer), { ...limits, place });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  const mark = Buffer.from('PAR1');
  const handle = await open(to, 'w');
  try {
    await handle.write(mark, 0, mark.length, 0);
    const end = Buffer.concat([bytes, length, mark]);
    await handle.write(end, 0, end.length, place);
  } finally {
    await handle.close();
  }
  return cut;
}

export function cutFooter(
  footer: Uint8Array,
  { mostBytes, mostColumns, place }: Limits & { place: number },
): Done['cutParquet'] & { bytes: Uint8Array } {
  const thrift = new Thrift(footer);
  const { fields } = thrift.struct(0);
  const rows = fields.get(file.rows);
  const groups = fields.get(file.groups);
  if (!rows || !groups || rows.start > groups.start) throw broken();
  const list = thrift.list(groups.start);
  const all = list.items.map((field) => describe(thrift, field, place));
  const names = [...new Set(all[0]?.chunks.map(({ column }) => column))].slice(0, mostColumns);
  const picked = pick(all, names, mostBytes);
  const columns = fitting(picked, names, mostBytes);
  const sampled = picked.reduce((sum, one) => sum + one.rows, 0);
  const head =
    picked.length < 15
      ? Uint8Array.from([(picked.length << 4) | (list.header & 0x0f)])
      : Uint8Array.from([0xf0 | (list.header & 0x0f), ...writeNatural(picked.length)]);
  const bytes = Buffer.concat([
    footer.subarray(0, rows.start),
    writeWhole(sampled),
    footer.subarray(rows.end, groups.start),
    head,
    ...picked.map(({ field }) => footer.subarray(field.start, field.end)),
    footer.subarray(groups.end),
  ]);
  const ranges = joined(picked.flatMap((one) => chunksOf(one, columns)));
  return { bytes, ranges, columns, rows: thrift.whole(rows.start).value, sampled };
}

function describe(thrift: Thrift, field: ThriftField, most: number): Group {
  const { fields } = thrift.struct(field.start);
  const rows = fields.get(group.rows);
  const columns = fields.get(group.columns);
  if (!rows || !columns) throw broken();
  const chunks = thrift.list(columns.start).items.map((item): Chunk => {
    const known = thrift.struct(item.start).fields;
    const told = known.get(chunk.about);
    if (!told || known.has(chunk.elsewhere) || known.has(chunk.crypto)) throw broken();
    const figures = thrift.struct(told.start).fields;
    const number = (id: number) => {
      const found = figures.get(id);
      return found ? thrift.whole(found.start).value : 0;
    };
    const path = figures.get(about.path);
    const [first] = path ? thrift.list(path.start).items : [];
    if (!first) throw broken();
    const data = number(about.data);
    const dictionary = number(about.dictionary);
    const start = dictionary > 0 ? Math.min(data, dictionary) : data;
    const end = start + number(about.bytes);
    if (start < 4 || end > most || end < start) throw broken();
    return { column: thrift.text(first), start, end };
  });
  return { field, rows: thrift.whole(rows.start).value, chunks };
}

/** Spread over the file, as many as there is room for, one at least. */
function pick(groups: Group[], columns: string[], mostBytes: number): Group[] {
  const bytes = groups.map((one) => bytesOf(one, columns));
  const mean = bytes.reduce((sum, one) => sum + one, 0) / Math.max(groups.length, 1);
  const room = Math.floor(mostBytes / Math.max(mean, 1));
  const count = Math.max(1, Math.min(room, groups.length, MOST_GROUPS));
  let total = 0;
  return Array.from({ length: count }, (_, index) =>
    Math.floor(((index + 0.5) * groups.length) / count),
  ).flatMap((index) => {
    const one = groups[index];
    total += bytes[index] ?? 0;
    return one && (total <= mostBytes || count === 1) ? one : [];
  });
}

/** Where a single row group is too large, its first columns stand for it. */
function fitting(picked: Group[], names: string[], mostBytes: number): string[] {
  let left = mostBytes;
  return names.filter((name, index) => {
    left -= picked.reduce((sum, one) => sum + bytesOf(one, [name]), 0);
    return left >= 0 || index === 0;
  });
}

function chunksOf({ chunks }: Group, columns: string[]): Chunk[] {
  const wanted = new Set(columns);
  return chunks.filter(({ column }) => wanted.has(column));
}

function bytesOf(one: Group, columns: string[]): number {
  return chunksOf(one, columns).reduce((sum, { start, end }) => sum + end - start, 0);
}

function joined(chunks: Chunk[]): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of chunks.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start - last[1] <= NEAR_BYTES) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function broken(): ProblemError {
  return new ProblemError('unreadable', 'The end of the file is broken.');
}
