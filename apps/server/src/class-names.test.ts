import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listSources, repository } from '#testing/source-files.ts';

const web = new URL('apps/web/src/', repository);

test('NAV-1.2 every look that a part of the web names is in the styles it names', async () => {
  const sources = (await listSources()).filter((file) => file.startsWith('apps/web/src/'));
  const unknown = await Promise.all(sources.map((file) => findUnknown(file)));
  expect(unknown.flat()).toEqual([]);
});

async function findUnknown(file: string): Promise<string[]> {
  const source = await readFile(new URL(file, repository), 'utf8');
  const imports = source.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm);
  const unknown = [...imports].map(async ([, name = '', from = '']) => {
    const styles = await readFile(placeOf(file, from), 'utf8');
    const used = source.matchAll(new RegExp(`(?<![\\w/-])${name}\\.(\\w+)`, 'g'));
    return [...used]
      .map(([, look = '']) => look)
      .filter((look) => !new RegExp(`\\.${look}(?![\\w-])`).test(styles))
      .map((look) => `${file}: ${look} of ${from}`);
  });
  return (await Promise.all(unknown)).flat();
}

/** As the packager reads it: `#ui/…` begins at the sources, everything else at the file. */
function placeOf(file: string, from: string): URL {
  return from.startsWith('#')
    ? new URL(from.slice(1), web)
    : new URL(from, new URL(file, repository));
}
