import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Little to read and much to run: by the size of their files they would begin last, and end alone. */
const longest = /\/server\/src\/(access|sample\/sample|run-contract\/who-runs-it)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is no array
    const sorted = await super.sort(files);
    const long = sorted.filter(({ moduleId }) => longest.test(moduleId));
    const others = sorted.filter((file) => !long.includes(file));
    // Beside their own kind, for a worker that has loaded the server goes on with it.
    const at = others.findIndex(({ project }) => project.name === 'server');
    return others.toSpliced(Math.max(at, 0), 0, ...long);
  }
}

/** What one of them puts in the place of a module would be found there by the files after it. */
const replacing = globSync('apps/web/src/**/*.test.{ts,tsx}')
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
  .map((file) => file.replace('apps/web/', ''));

const inBrowser = {
  environment: 'happy-dom' as const,
  setupFiles: [fileURLToPath(new URL('apps/web/src/testing/clean-up.ts', import.meta.url))],
  testTimeout: 120_000,
};

export default defineConfig({
  test: {
    // Much of the time is spent waiting for processes, so more run than there are cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          isolate: false,
          sequence: { groupOrder: 1 },
          // Property tests try hundreds of cases; a busy machine takes its time.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'object-store',
          include: ['packages/object-store/src/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'packages',
          include: ['packages/{sample-data,zip}/src/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Loading the product takes a fifth of the time otherwise; a file starts its own server anyway.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          ...inBrowser,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: replacing,
          // Making a browser takes longer than most of its tests.
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          ...inBrowser,
          name: 'web-alone',
          include: replacing,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
