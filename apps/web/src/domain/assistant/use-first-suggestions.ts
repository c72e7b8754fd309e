import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { resourcesQuery } from '#domain/connectors/resources-query.ts';
import { firstOffers, type Suggestion } from './page-context.ts';

/** Questions to begin with, about the tables the sidebar lists of this database. */
export function useFirstSuggestions(projectId: string, connectorId: string | null): Suggestion[] {
  const { t } = useTranslation('assistant');
  const { data, isPending } = useQuery({
    ...resourcesQuery(projectId, connectorId ?? ''),
    enabled: connectorId !== null,
  });
  // Nothing that another question takes the place of a moment later.
  if (connectorId !== null && isPending) return [];
  const tables = data?.items.filter(({ kind }) => kind !== 'folder').map(({ name }) => name) ?? [];
  return firstOffers(tables).map(({ of, name, table }) => ({
    text: of === 'sample' ? t(`samples.${name}`) : t(`offers.${name}`, { table }),
  }));
}
