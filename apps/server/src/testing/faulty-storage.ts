import { startFaultyLine } from './faulty-line.ts';
import { startStorageWorkspace } from './storage-workspace.ts';

type Options = Omit<Parameters<typeof startStorageWorkspace>[0] & {}, 'through'>;

/** A workspace whose connector reaches its store over a line that can go wrong. */
export async function startFaultyStorage(options: Options = {}) {
  let line: Awaited<ReturnType<typeof startFaultyLine>> | undefined;
  const space = await startStorageWorkspace({
    ...options,
    through: async (url) => (line = await startFaultyLine(url)),
  });
  return { space, line: line! };
}
