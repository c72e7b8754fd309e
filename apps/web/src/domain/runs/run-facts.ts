import { formatBytes } from '@causeway/contract/bytes.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { RunRecord } from '@causeway/contract/runs.ts';
import { scopedHref } from '#platform/current-project/use-current-project.ts';
import type { IconName } from '#ui/icon.tsx';

type Kind = RunRecord['kind'];

export const runIcons: Record<Kind, IconName> = {
  import: 'upload',
  'import-analysis': 'search',
  export: 'download',
  'storage-job': 'files',
  crawl: 'folderOpen',
};

/** What `done` and `total` count. */
const units: Record<Kind, 'bytes' | 'rows' | 'objects'> = {
  import: 'bytes',
  'import-analysis': 'bytes',
  export: 'rows',
  'storage-job': 'objects',
  crawl: 'objects',
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

/** Where its owner looks after it: the import's own page, the list of exports, the bucket. */
export function hrefOf(
  { kind, subjectId, connectorId }: Pick<RunRecord, 'kind' | 'subjectId' | 'connectorId'>,
  project: Project,
): string | undefined {
  const connector = project.connectors.find(({ id }) => id === connectorId);
  if (!connector) return undefined;
  if (kind === 'export')
    return `${scopedHref('/explore/import', project, connector)}&view=activity`;
  if (kind === 'storage-job' || kind === 'crawl') return scopedHref('/explore', project, connector);
  const step = kind === 'import' ? 'check' : 'read';
  return `${scopedHref('/explore/import', project, connector)}&import=${subjectId}&step=${step}`;
}
