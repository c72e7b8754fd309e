import { createGunzip, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { parseCsv } from '@causeway/contract/csv.ts';
import { filterText } from '@causeway/contract/tables/filters.ts';
import { readJsonText } from '@causeway/contract/json-text.ts';
import { parseLink } from '@causeway/contract/links.ts';
import { parseQuery } from '@causeway/contract/query-string.ts';
import { findSecrets } from '@causeway/contract/snippets/find-secrets.ts';
import { findPlaceholders } from '@causeway/contract/snippets/placeholders.ts';
import { readTokens, splitStatements } from '@causeway/contract/sql/lexer.ts';
import { bindText } from '@causeway/contract/sql/placeholders.ts';
import { isBlankSql } from '@causeway/contract/sql/scanner.ts';
import { openFile } from '../../apps/server/src/features/imports/file/open-file.ts';
import { rewriteText } from '../../apps/server/src/features/storage/replace/rewrite-text.ts';
import type { ByteSource } from '../../apps/server/src/platform/bytes/byte-source.ts';
import { matchPattern } from '../../apps/server/src/platform/files/match-pattern.ts';
import { openWorkbook } from '../../apps/server/src/platform/xlsx/open-workbook.ts';
import { openZip } from '../../apps/server/src/platform/zip/read-zip.ts';
import { writeZip } from '../../packages/zip/src/write-zip.ts';
import { plainText } from '../../apps/web/src/features/snippets/plain-text.ts';
import { plainReadOptions } from '@causeway/contract/imports/plan.ts';

/** A reader of text or files that people size, with what is hardest for it. */
export type Reader = {
  name: string;
  /** The smallest size; it is doubled from here. */
  size: number;
  make(size: number): unknown;
  read(made: never): unknown;
};

const repeated = (piece: string) => (size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

function texts(name: string, size: number, pieces: string[], read: (text: string) => unknown) {
  return pieces.map((piece): Reader => {
    const label = `${name}: ${JSON.stringify(piece)}`;
    return { name: label, size, make: repeated(piece), read };
  });
}

function tolerant<Answer>(read: (text: string) => Answer) {
  return (text: string) => {
    try {
      return read(text);
    } catch (error) {
      return error;
    }
  };
}

const sqlPieces = ['(', ':a ', '/**/', '+/**/', '?', '$a$', `e'\\'`, 'a "b" '];

export const readers: Reader[] = [
  ...texts('lexer', 100_000, sqlPieces, readTokens),
  ...texts('statements', 100_000, ['a;', ';', 'begin atomic '], splitStatements),
  ...texts('blank or not', 100_000, ['/**/', '--\n', ';'], isBlankSql),
  ...texts(
    'placeholders',
    100_000,
    sqlPieces,
    tolerant((sql) => bindText(sql, { a: 1 })),
  ),
  ...texts(
    'numbered parameters',
    100_000,
    ['$1 '],
    tolerant((sql) => bindText(sql, [1])),
  ),
  ...texts(
    'secrets',
    50_000,
    ['a-', 'a.', 'eyJaaaaaaaa-', "password '", '@a.', 'aa://b:'],
    findSecrets,
  ),
  ...texts('snippet', 50_000, ['{{a}}', '{{a.b: ', '{{ '], findPlaceholders),
  ...texts('markdown', 50_000, ['[', '[a](', '`', '* '], plainText),
  ...texts('links', 50_000, ['/a', '?a=', 'http://'], (text) =>
    parseLink(`https://localhost/${text}`),
  ),
  // An address has at most 128 kB.
  ...texts('query string', 16_000, ['a[', 'a[b]=1&', 'a&', '%'], parseQuery),
  ...texts('CSV text', 1_000_000, ['a,', '"', '\n', 'a\n'], (text) => parseCsv(text)),
  ...texts('JSON text', 200_000, ['[', '1,', '"'], readJsonText),
  ...texts('filters', 6_000, ['{"not":', '{"and":['], (text) => filterText.safeParse(text)),
  ...texts('user regex', 50_000, ['a', 'ab'], (text) =>
    rewriteText({
      bytes: Buffer.from(text),
      path: 'a.txt',
      isWriting: false,
      replacement: {
        find: '(a*)*b|(a|aa)+$',
        replaceWith: 'x',
        isRegex: true,
        matchCase: true,
        wholeWord: false,
      },
    } as never),
  ),
  {
    name: 'pattern: stars',
    size: 100,
    make: repeated('a'),
    read: (path: string) => matchPattern(`${'*a'.repeat(50)}*x`)(path),
  },
  ...files('CSV file', 400_000, ['a,b\n', '"', '\n', ','], 'csv'),
  ...files('JSON file', 400_000, ['{"a":1},', '[', '"a'], 'json'),
  ...files('NDJSON file', 400_000, ['{"a":1}\n', '{'], 'ndjson'),
  {
    name: 'packed CSV',
    size: 2_000_000,
    make: (size) => gzipSync('a'.repeat(size)),
    read: async (packed: Buffer) => {
      let bytes = 0;
      for await (const piece of Readable.from([packed]).pipe(createGunzip())) {
        bytes += (piece as Buffer).length;
      }
      return bytes;
    },
  },
  {
    name: 'zip directory',
    size: 2_000,
    make: (size) => makeZip(Array.from({ length: size }, (_, at) => [`f${at}`, ['']])),
    read: (bytes: Buffer) => openZip(sourceOf(bytes)),
  },
  ...[
    '<row>',
    '<row/>',
    '<row><c r="XFD1" t="str"><v>x</v></c></row>',
    '<row><c t="str"><v>x</v></c></row>',
  ].map((piece): Reader => ({
    name: `XLSX rows: ${piece}`,
    size: 200_000,
    make: (size) => makeBook('', repeated(piece)(size - (size % piece.length))),
    read: readBook,
  })),
  ...['<si>', '<si><t>a</t></si>'].map((piece): Reader => ({
    name: `XLSX texts: ${piece}`,
    size: 200_000,
    make: (size) => makeBook(repeated(piece)(size - (size % piece.length)), ''),
    read: readBook,
  })),
  {
    name: 'Parquet rows',
    size: 20_000,
    make: (size) =>
      Buffer.from(
        parquetWriteBuffer({
          columnData: [
            { name: 'a', data: Array.from({ length: size }, (_, at) => at), type: 'INT32' },
          ],
        }),
      ),
    read: (bytes: Buffer) => drain(sourceOf(bytes), 'parquet'),
  },
];

function files(name: string, size: number, pieces: string[], format: 'csv' | 'json' | 'ndjson') {
  const open = format === 'json' ? '[' : '';
  return pieces.map((piece): Reader => ({
    name: `${name}: ${JSON.stringify(piece)}`,
    size,
    make: (length) => Buffer.from(open + repeated(piece)(length)),
    read: (bytes: Buffer) => drain(sourceOf(bytes), format),
  }));
}

async function drain(source: ByteSource, format: 'csv' | 'json' | 'ndjson' | 'parquet') {
  try {
    let rows = 0;
    const reader = await openFile(source, { ...plainReadOptions, format });
    for await (const batch of reader.batches) rows += batch.rows.length;
    return rows;
  } catch (error) {
    return error;
  }
}

async function readBook(made: Buffer) {
  try {
    let rows = 0;
    const book = await openWorkbook(sourceOf(made), '', { kind: 'work' });
    for await (const batch of book.batches) rows += batch.length;
    return rows;
  } catch (error) {
    return error;
  }
}

export function sourceOf(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: async function* (start = 0, end = bytes.length) {
      const last = Math.min(end, bytes.length);
      for (let at = start; at < last; at += 65_536)
        yield bytes.subarray(at, Math.min(last, at + 65_536));
    },
  };
}

async function makeZip(entries: [string, string[]][]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(entries.map(([name, content]) => ({ name, content })))) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** A workbook of one sheet. */
export function makeBook(sharedTexts: string, rows: string): Promise<Buffer> {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return makeZip([
    [
      'xl/workbook.xml',
      [`<workbook xmlns:r="${relation}"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      ['<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>'],
    ],
    ['xl/sharedStrings.xml', [`<sst>${sharedTexts}</sst>`]],
    ['xl/s.xml', [`<sheetData>${rows}</sheetData>`]],
  ]);
}
