import { Failure } from '@causeway/contract/errors.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { readInThread, type ReadingKind } from '#platform/threads/reading.ts';
import type { ParquetHead, ParquetItem, ParquetTask } from './read-parquet.ts';

type Parquet = ParquetHead & { batches: AsyncGenerator<(string | null)[][]> };

const limits = { silentMs: 20_000, memoryMb: 512 };

/** The rows of a Parquet file, read in a thread of its own. */
export async function openParquet(
  source: ByteSource,
  task: ParquetTask,
  { kind, signal }: { kind: ReadingKind; signal?: AbortSignal | undefined },
): Promise<Parquet> {
  const program = new URL('./parquet-worker.ts', import.meta.url);
  const items = readInThread<ParquetTask, ParquetItem>({
    program,
    task,
    source,
    limits,
    kind,
    signal,
  });
  const { value: head } = await items.next();
  if (!head || !('columns' in head)) throw new Failure('E_IMPORT_UNREADABLE');
  const batches = async function* () {
    for await (const item of items) if ('cells' in item) yield item.cells;
  };
  return { ...head, batches: batches() };
}
