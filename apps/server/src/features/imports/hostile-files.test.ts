import { gzipSync } from 'node:zlib';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { onBehalfOf } from '#platform/limits/party.ts';
import { openWorkbook } from '#platform/xlsx/open-workbook.ts';
import { writeZip } from '@causeway/zip';
import { previewFile } from './preview.ts';

function fileOf(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: async function* (start = 0, end = bytes.length) {
      for (let at = start; at < Math.min(end, bytes.length); at += 65_536) {
        yield bytes.subarray(at, Math.min(end, bytes.length, at + 65_536));
      }
    },
  };
}

type Parts = { sheet?: Iterable<string>; texts?: Iterable<string> };

async function workbook({ sheet = [], texts = [] }: Parts): Promise<Buffer> {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const pieces: Buffer[] = [];
  for await (const piece of writeZip([
    {
      name: 'xl/workbook.xml',
      content: [
        `<workbook xmlns:r="${relation}"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: ['<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>'],
    },
    { name: 'xl/sharedStrings.xml', content: wrapped('sst', texts) },
    { name: 'xl/worksheets/s.xml', content: wrapped('sheetData', sheet) },
  ])) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function* wrapped(name: string, inner: Iterable<string>) {
  yield `<${name}>`;
  yield* inner;
  yield `</${name}>`;
}

function* many(text: string, times: number) {
  for (let time = 0; time < times; time += 1) yield text;
}

const row = (cells: string) => `<row>${cells}</row>`;
const cell = (place: string, value: string) => `<c r="${place}" t="str"><v>${value}</v></c>`;

describe('SQL-6 workbooks made to be hard to read', () => {
  test('texts and rows that are never closed are told to be damaged', async () => {
    for (const parts of [{ texts: ['<si>'.repeat(60_000)] }, { sheet: ['<row>'.repeat(60_000)] }]) {
      const file = fileOf(await workbook(parts));
      await expect(previewFile(file, 'a.xlsx')).rejects.toMatchObject({
        code: 'E_IMPORT_UNREADABLE',
        message: expect.stringContaining('nested too deeply'),
      });
    }
  });

  test('a cell beyond the last column is refused, the last column is read', async () => {
    const beyond = fileOf(await workbook({ sheet: [row(cell('ZZZZZZ1', 'x'))] }));
    await expect(previewFile(beyond, 'a.xlsx')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining('XFD'),
    });
    const last = fileOf(
      await workbook({ sheet: [row(cell('XFD1', 'last')), row(cell('A2', 'x'))] }),
    );
    const { columns } = await previewFile(last, 'a.xlsx');
    expect(columns).toHaveLength(16_384);
    expect(columns.at(-1)).toBe('last');
  });

  test('more than it is allowed to hold once unpacked is refused before it is held', async () => {
    const bomb = fileOf(await workbook({ texts: many(' '.repeat(1_000_000), 300) }));
    await expect(previewFile(bomb, 'a.xlsx')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining('too large once unpacked'),
    });
  });

  test('a row whose cells all name one long text is refused before it is put together', async () => {
    const texts = [`<si><t>${'x'.repeat(1_000_000)}</t></si>`];
    const cells = many('<c t="s"><v>0</v></c>', 10_000);
    const file = fileOf(await workbook({ texts, sheet: [row([...cells].join(''))] }));
    await expect(previewFile(file, 'a.xlsx')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining('more text than can be read'),
    });
  });

  test('an archive that says less of a part than comes out of it is refused', async () => {
    const bytes = await workbook({ sheet: [row(cell('A1', 'x'.repeat(5_000)))] });
    const directory = bytes.lastIndexOf(Buffer.from('xl/worksheets/s.xml')) - 46;
    bytes.writeUInt32LE(100, directory + 24);
    await expect(previewFile(fileOf(bytes), 'a.xlsx')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining('damaged'),
    });
  });

  test('a document type, which is how entities are declared, is refused', async () => {
    const bytes = await workbook({ sheet: [`<!DOCTYPE x [<!ENTITY a "b">]>`] });
    await expect(previewFile(fileOf(bytes), 'a.xlsx')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
    });
  });
});

describe('SQL-6 texts made to be hard to read', () => {
  test('of a packed file no more is unpacked than is looked at', async () => {
    const packed = gzipSync(`id,name\n1,${'a'.repeat(40_000_000)}\n2,b\n`);
    const preview = await previewFile(fileOf(packed), 'a.csv.gz');
    expect(preview.columns).toEqual(['id', 'name']);
    expect(preview.rows.map(({ cells }) => cells[0])).toEqual(['1', '2']);
  });

  test('a line that never ends is told so', async () => {
    const packed = gzipSync(`id\n"${'a'.repeat(70_000_000)}`);
    const preview = await previewFile(fileOf(packed), 'a.csv.gz');
    expect(preview.problems).toMatchObject([{ line: 2, reason: 'A quote is never closed.' }]);
  });

  test('a million empty lines are no rows', async () => {
    const file = fileOf(Buffer.from(`id\n1${'\n'.repeat(1_000_000)}2`));
    await expect(previewFile(file, 'a.csv')).rejects.toMatchObject({ code: 'E_IMPORT_UNREADABLE' });
    const { rows } = await previewFile(fileOf(Buffer.from('\n'.repeat(2_000_000))), 'a.csv');
    expect(rows).toEqual([]);
  });

  test.each([
    ['is nested too deeply', `[${'['.repeat(100_000)}`],
    ['is larger than', `[{"a":"${'x'.repeat(9_000_000)}"}]`],
  ])('a row of JSON that %s is refused', async (reason, text) => {
    const read = { format: 'json' } as const;
    await expect(previewFile(fileOf(Buffer.from(text)), 'a.json', read)).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining(reason),
    });
  });

  test('thousands of columns of one name each get their own', async () => {
    const { columns } = await previewFile(fileOf(Buffer.from('a,'.repeat(10_000))), 'a.csv');
    expect(new Set(columns).size).toBe(columns.length);
    const tooMany = fileOf(Buffer.from('a,'.repeat(20_000)));
    await expect(previewFile(tooMany, 'a.csv')).rejects.toMatchObject({
      message: expect.stringContaining('more than 16384 columns'),
    });
  });
});

describe('SQL-6 Parquet files made to be hard to read', () => {
  const count = 400_000;

  /** The page says how large it is once unpacked, here in four bytes that can say much more. */
  function fileWithPage(unpacked?: number): Buffer {
    const data = Array.from({ length: count }, (_, index) => BigInt(index));
    const columnData = [{ name: 'a', data, type: 'INT64' as const, encoding: 'PLAIN' as const }];
    const bytes = Buffer.from(
      parquetWriteBuffer({ columnData, pageSize: 64_000_000, rowGroupSize: count }),
    );
    if (unpacked === undefined) return bytes;
    const size = 6;
    for (let at = 0, rest = unpacked * 2; at < 4; at += 1, rest >>>= 7) {
      bytes[size + 1 + at] = (rest & 0x7f) | (at < 3 ? 0x80 : 0);
    }
    return bytes;
  }

  test('a page of more than can be held is refused before there is room made for it', async () => {
    const honest = await previewFile(fileOf(fileWithPage()), 'a.parquet');
    expect(honest.rows.at(-1)?.cells).toEqual(['99']);
    const file = fileOf(fileWithPage(130_000_000));
    await expect(previewFile(file, 'a.parquet')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining('too large'),
    });
  });

  /** Numbers that are all the same take no bytes, however many a page says there are. */
  function fileOfSame(values: number): Buffer {
    const page = new ByteWriter();
    for (const said of [2 ** 30, 1, values, 0, 0, 0]) page.appendVarInt(said);
    const writer = new ByteWriter();
    writer.appendBytes(Buffer.from('PAR1'));
    const [encoding, levels] = ['DELTA_BINARY_PACKED', 'RLE'] as const;
    writePageHeader(writer, {
      type: 'DATA_PAGE',
      uncompressed_page_size: page.offset,
      compressed_page_size: page.offset,
      data_page_header: {
        num_values: values,
        encoding,
        definition_level_encoding: levels,
        repetition_level_encoding: levels,
      },
    });
    writer.appendBytes(page.getBytes());
    const size = BigInt(writer.offset - 4);
    const column = {
      type: 'INT64' as const,
      encodings: [encoding],
      path_in_schema: ['a'],
      codec: 'UNCOMPRESSED' as const,
      num_values: 5n,
      total_uncompressed_size: size,
      total_compressed_size: size,
      data_page_offset: 4n,
    };
    writeMetadata(writer, {
      version: 2,
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'a', type: 'INT64', repetition_type: 'REQUIRED' },
      ],
      num_rows: 5n,
      row_groups: [
        { columns: [{ file_offset: 4n, meta_data: column }], total_byte_size: size, num_rows: 5n },
      ],
      metadata_length: 0,
    });
    writer.appendBytes(Buffer.from('PAR1'));
    return Buffer.from(writer.getBytes());
  }

  test('a few bytes that stand for gigabytes of numbers are no longer read once they take too much', async () => {
    const honest = await previewFile(fileOf(fileOfSame(5)), 'a.parquet');
    expect(honest.rows.map(({ cells }) => cells)).toEqual([['0'], ['0'], ['0'], ['0'], ['0']]);
    await expect(previewFile(fileOf(fileOfSame(250_000_000)), 'a.parquet')).rejects.toMatchObject({
      code: 'E_IMPORT_UNREADABLE',
      message: expect.stringContaining('memory'),
    });
  });

  test('a footer of many megabytes, and one that is no footer, are refused', async () => {
    const large = Buffer.alloc(20_000_000);
    large.writeUInt32LE(18_000_000, large.length - 8);
    large.write('PAR1', large.length - 4);
    // A list of two thousand million things, none of which is there.
    const list = Buffer.from([0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 6, 0, 0, 0]);
    for (const bytes of [large, Buffer.concat([Buffer.from('PAR1'), list, Buffer.from('PAR1')])]) {
      const read = { format: 'parquet' } as const;
      await expect(previewFile(fileOf(bytes), 'a.parquet', read)).rejects.toMatchObject({
        code: 'E_IMPORT_UNREADABLE',
      });
    }
  });
});

describe('SQL-6 many files at once', () => {
  test('a person reads one workbook at a time, and others do not wait for it', async () => {
    const file = fileOf(await workbook({ sheet: [row(cell('A1', 'a')), row(cell('A2', 'b'))] }));
    const open = (person: string) =>
      onBehalfOf({ person }, () => openWorkbook(file, '', { kind: 'look' }));
    const first = await open('ann');
    let isSecondOpen = false;
    const second = open('ann').then((book) => {
      isSecondOpen = true;
      return book;
    });
    const other = await open('bob');
    expect(isSecondOpen).toBe(false);
    await other.batches.return(undefined);
    for await (const _ of first.batches);
    const { sheets, batches } = await second;
    expect(sheets).toEqual(['S']);
    for await (const _ of batches);
  });
});
