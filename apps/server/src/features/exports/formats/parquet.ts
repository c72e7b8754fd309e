import { Readable } from 'node:stream';
import type { SchemaElement } from 'hyparquet';
import { copyOut } from '#platform/connectors/sql/copy.ts';
import { type FormatInput, type FormattedFile, namedSource } from './format.ts';
import { readTuples } from './tuples.ts';
import { type ParquetColumn, parquetColumns } from './parquet-types.ts';

/** A group is what is held; it ends early where rows are large. */
const ROWS_A_GROUP = 25_000;
const BYTES_A_GROUP = 16 * 1024 * 1024;
/** The writer needs a multiple of what it writes. */
const LIMITS = {
  cellBytes: 16 * 1024 * 1024,
  rowBytes: 32 * 1024 * 1024,
  format: 'Parquet',
};

/** Parquet, a row group at a time. */
export async function writeParquet(input: FormatInput): Promise<FormattedFile> {
  const columns = await parquetColumns(input);
  // Loaded with the first file: not every server writes one.
  const library = await import('hyparquet-writer');
  const list = columns.map(({ text }) => text);
  const copy = copyOut(
    input.client,
    `copy (select ${list.join(', ')} from ${namedSource(input)}) to stdout (format binary)`,
  );
  let rows = 0;
  const pieces = async function* () {
    const groups = createGroups(library, columns);
    for await (const tuples of readTuples(copy, input.columns, LIMITS)) {
      for (const tuple of tuples) {
        rows += 1;
        groups.add(tuple);
        if (groups.isFull()) yield groups.flush();
      }
    }
    yield groups.finish();
  };
  const body = Readable.from(pieces(), { objectMode: false });
  body.once('close', () => copy.destroy());
  return { body, rows: () => rows };
}

type Library = typeof import('hyparquet-writer');

function createGroups({ ByteWriter, ParquetWriter }: Library, columns: ParquetColumn[]) {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns) });
  let values: unknown[][] = columns.map(() => []);
  let rows = 0;
  let size = 0;

  const write = () => {
    if (rows === 0) return;
    const columnData = columns.map(({ element }, index) => ({
      name: element.name,
      data: values[index] as never,
      // A dictionary would take a negative zero for a plain one.
      ...((element.type === 'FLOAT' || element.type === 'DOUBLE') && {
        encoding: 'PLAIN' as const,
      }),
    }));
    void writer.write({ columnData, rowGroupSize: rows });
    values = columns.map(() => []);
    rows = 0;
    size = 0;
  };
  const take = () => {
    const taken = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return taken;
  };
  return {
    add: (tuple: (Buffer | null)[]) => {
      rows += 1;
      for (let index = 0; index < columns.length; index += 1) {
        const cell = tuple[index] ?? null;
        size += cell?.length ?? 0;
        values[index]!.push(cell === null ? null : columns[index]!.read(cell));
      }
    },
    isFull: () => rows >= ROWS_A_GROUP || size >= BYTES_A_GROUP,
    flush: () => {
      write();
      return take();
    },
    finish: () => {
      write();
      void writer.finish();
      return take();
    },
  };
}

function schemaOf(columns: ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ element }) => ({ ...element, repetition_type: 'OPTIONAL' as const })),
  ];
}
