import { readdir } from 'node:fs/promises';

export const repository = new URL('../../../../', import.meta.url);

const folders = [
  'apps/server/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/object-store/src',
  'packages/sample-data/src',
  'packages/zip/src',
];

/** The product's own source files, without its tests and what only they use. */
export async function listSources(): Promise<string[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(new URL(folder, repository), { recursive: true });
      return files.map((file) => `${folder}/${file}`);
    }),
  );
  return listed
    .flat()
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file));
}
