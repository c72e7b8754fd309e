import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { spans } from '@causeway/contract/dashboards/filter-dates.ts';
import { readFilters } from '@causeway/contract/dashboards/filter-values.ts';
import type { PublicLink } from '@causeway/contract/dashboards/links.ts';
import { useTranslation } from 'react-i18next';

/** `Region: EU, US`; a filter that is gone since is called as its parameter was. */
export function useLockedNames(
  { locked }: Pick<PublicLink, 'locked'>,
  filters: Dashboard['filters'],
): string[] {
  const { t } = useTranslation('dashboards');
  const { picks } = readFilters(filters, locked);
  return Object.keys(locked).map((key) => {
    const slug = key.slice('f.'.length);
    const filter = filters.find((one) => one.slug === slug);
    if (!filter) return slug;
    const { values = [], isEmpty = false } = picks[slug] ?? {};
    const named = values.map((value) => {
      const span = spans.find((one) => filter.type === 'dates' && one === value);
      if (span) return t(`filters.spans.${span}`);
      if (filter.type === 'boolean') return t(`filters.${value === 'true' ? 'true' : 'false'}`);
      return value === '' ? t('filters.emptyText') : value;
    });
    const all = isEmpty ? [...named, t('filters.isEmpty')] : named;
    return `${filter.label}: ${all.join(', ')}`;
  });
}
