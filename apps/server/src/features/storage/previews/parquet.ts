import zlib from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { Failure } from '@causeway/contract/errors.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import { readBytes, readHead } from '#platform/connectors/storage/read.ts';
import type { StorageCall } from '../call.ts';
import { type TableWindow, textOf } from './cells.ts';

/** A row group is read whole, however few of its rows are shown. */
const LARGEST_RANGE = 100_000_000;
const LARGEST_PAGE = 64_000_000;

/** What the reader does not unpack itself, Node does. */
const compressors: Compressors = {
  GZIP: (input, size) => zlib.gunzipSync(input, { maxOutputLength: mostOf(size) }),
  BROTLI: (input, size) => zlib.brotliDecompressSync(input, { maxOutputLength: mostOf(size) }),
  ZSTD: (input, size) => zlib.zstdDecompressSync(input, { maxOutputLength: mostOf(size) }),
};

/** No page is unpacked to more than it says, nor to more than can be held. */
function mostOf(size: number): number {
  if (size > LARGEST_PAGE) throw new Failure('E_FILE_TOO_LARGE');
  return Math.max(1, size);
}

/** Reads the footer and the rows asked for, by ranges: never the whole file. */
export async function readParquet(
  { bucket, signal }: StorageCall,
  { path, offset, limit }: TableWindow,
): Promise<TablePreview> {
  const head = await readHead(bucket, path, { signal });
  const file: AsyncBuffer = {
    byteLength: head.byteSize,
    slice: async (start, end = head.byteSize) => {
      if (end - start > LARGEST_RANGE) throw new Failure('E_FILE_TOO_LARGE');
      const { bytes } = await readBytes(bucket, path, {
        most: end - start,
        range: `bytes=${start}-${end - 1}`,
        ifMatch: `"${head.etag}"`,
        signal,
      });
      return new Uint8Array(bytes).buffer;
    },
  };
  try {
    const metadata = await parquetMetadataAsync(file);
    const totalRows = Number(metadata.num_rows);
    const columns = parquetSchema(metadata).children.map(({ element }) => ({
      name: element.name,
      type: element.logical_type?.type ?? element.converted_type ?? element.type ?? null,
    }));
    const rowEnd = Math.min(offset + limit, totalRows);
    const rows =
      offset < rowEnd
        ? await parquetReadObjects({ file, metadata, rowStart: offset, rowEnd, compressors })
        : [];
    return {
      format: 'parquet',
      columns,
      rows: rows.map((row) => columns.map(({ name }) => textOf(row[name]))),
      totalRows,
      hasMore: rowEnd < totalRows,
      sheets: null,
      sheet: null,
      etag: head.etag,
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('E_TABLE_UNREADABLE', (error as Error).message);
  }
}
