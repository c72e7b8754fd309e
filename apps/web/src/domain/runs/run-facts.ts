import { formatBytes } from '@causeway/contract/bytes.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { runPath, type RunRecord } from '@causeway/contract/runs.ts';
import type { IconName } from '#ui/icon.tsx';

type Kind = RunRecord['kind'];

export const runIcons: Record<Kind, IconName> = {
  import: 'upload',
  'import-analysis': 'search',
  export: 'download',
  'storage-job': 'files',
  crawl: 'folderOpen',
  scan: 'sparkles',
  fix: 'tools',
};

/** What `done` and `total` count. */
const units: Record<Kind, 'bytes' | 'rows' | 'objects' | 'tables'> = {
  import: 'bytes',
  'import-analysis': 'bytes',
  export: 'rows',
  'storage-job': 'objects',
  crawl: 'objects',
  scan: 'tables',
  fix: 'tables',
};

type Figure = { key: string; values: Record<string, string | number> };

/** How far it is, in the numbers that were counted; undefined before anything was. */
export function figureOf(
  { kind, done, total }: Pick<RunRecord, 'kind' | 'done' | 'total'>,
  language: string,
): Figure | undefined {
  if (done === 0 && !total) return undefined;
  const unit = units[kind];
  const number = new Intl.NumberFormat(language);
  const write = (count: number) =>
    unit === 'bytes' ? formatBytes(count, language) : number.format(count);
  // A guess that was too small is no total.
  const isKnown = total !== null && total > 0 && done <= total;
  return {
    key: `figure.${unit}${isKnown ? 'Of' : ''}`,
    values: {
      count: isKnown ? total : done,
      done: write(done),
      ...(isKnown && { total: write(total) }),
    },
  };
}

/** Undefined where its connector is gone. */
export function hrefOf(
  run: Pick<RunRecord, 'kind' | 'subjectId' | 'connectorId'>,
  project: Project,
): string | undefined {
  const isThere = project.connectors.some(({ id }) => id === run.connectorId);
  return isThere ? runPath({ ...run, projectId: project.id }) : undefined;
}
