import { DuckDBInstance } from '@duckdb/node-api';
import type { WorkerStart } from './protocol.ts';
import { literal } from './quote.ts';

/**
 * DuckDB with everything shut that a query over files does not need: it opens files below one
 * folder only, loads no extension, reaches no network, and nothing can be set any more.
 */
export async function openDuckDb(start: WorkerStart): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(start.threads),
    memory_limit: `${start.memoryMb}MB`,
    temp_directory: start.spill,
    max_temp_directory_size: '4GB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
  const connection = await instance.connect();
  for (const setting of [
    `set global allowed_directories = [${literal(start.folder)}]`,
    `set global TimeZone = 'UTC'`,
    'set global errors_as_json = true',
    'set global enable_external_access = false',
    'set global lock_configuration = true',
  ]) {
    await connection.run(setting);
  }
  connection.closeSync();
  return instance;
}
