import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { cutFooter, cutParquet } from './cut-parquet.ts';

/** Sixteen row groups of a thousand rows. */
function writeLarge(): Buffer {
  const ids = Array.from({ length: 16_000 }, (_, index) => index);
  const columnData = [
    { name: 'id', data: ids, type: 'INT32' as const },
    { name: 'word', data: ids.map((id) => `word ${(id * 7919) % 1_009}`), type: 'STRING' as const },
  ];
  return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: 1_000 }));
}

function endOf(file: Buffer) {
  const place = file.length - 8 - file.readUInt32LE(file.length - 8);
  return { place, footer: file.subarray(place, -8) };
}

test('INTEL-1 some row groups of a Parquet file are a file of their own, and say what part of it they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cut-'));
  try {
    const whole = writeLarge();
    const { place, footer } = endOf(whole);
    const [from, to] = [join(folder, 'footer'), join(folder, 'part.parquet')];
    await writeFile(from, footer);
    const limits = { mostBytes: whole.length / 4, mostColumns: 60 };
    const cut = await cutParquet({ kind: 'cutParquet', footer: from, place, to, ...limits });
    expect(cut).toMatchObject({ rows: 16_000, columns: ['id', 'word'] });
    const part = await readFile(to);
    for (const [start, end] of cut.ranges) whole.copy(part, start, start, end);
    await writeFile(to, part);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const read = await connection.runAndReadAll(
      `select count(*), count(distinct id // 1000), min(id), max(id), count(word) from '${to}'`,
    );
    const [rows, groups, min, max, words] = (read.getRows()[0] ?? []).map(Number);
    expect([rows, words]).toEqual([cut.sampled, cut.sampled]);
    expect([cut.sampled / 1_000, groups]).toEqual([groups, cut.sampled / 1_000]);
    expect(groups).toBeGreaterThan(1);
    // From all over the file, not from its beginning alone.
    expect(min).toBeLessThan(4_000);
    expect(max).toBeGreaterThan(12_000);
    connection.closeSync();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('of a single row group that is too large the first columns stand for it, and a broken end is told', () => {
  const { place, footer } = endOf(writeLarge());
  const one = cutFooter(footer, { mostBytes: 5_000, mostColumns: 60, place });
  expect([one.columns, one.sampled]).toEqual([['id'], 1_000]);
  for (const end of [10, 200, footer.length - 20]) {
    const broken = () =>
      cutFooter(footer.subarray(0, end), { mostBytes: 5_000, mostColumns: 60, place });
    expect(broken).toThrow('broken');
  }
});
