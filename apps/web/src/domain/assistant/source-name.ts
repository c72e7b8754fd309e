import type { TFunction } from 'i18next';

const known = {
  'names of dashboards and queries': 'saved',
  'verified questions': 'verified',
  snippets: 'snippets',
  findings: 'findings',
  rows: 'rows',
} as const;

/** What a model has read, as the server wrote it down, in the words of who looks at it now. */
export function sourceNames(t: TFunction<'assistant'>, sources: readonly string[]): string {
  return sources.map((source) => sourceName(t, source)).join(', ');
}

function sourceName(t: TFunction<'assistant'>, source: string): string {
  if (Object.hasOwn(known, source)) return t(`sources.${known[source as keyof typeof known]}`);
  const [, kind, name = ''] = /^(comments of|dashboard) (.+)$/s.exec(source) ?? [];
  if (kind === 'comments of') return t('sources.comments', { name });
  return kind === 'dashboard' ? t('sources.dashboard', { name }) : source;
}
