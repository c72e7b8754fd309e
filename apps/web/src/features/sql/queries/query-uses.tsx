import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './query-uses.module.css';

/** Where a query is used: a change reaches all of it. */
export function QueryUses({ connectorId, queryId }: { connectorId: string; queryId: string }) {
  const { t } = useTranslation('sql');
  const { data } = useQuery({
    queryKey: ['queries', connectorId, 'uses', queryId],
    queryFn: ({ signal }) =>
      api.call(
        queryRoutes.uses,
        { params: { queryId }, query: { connector: { id: connectorId } } },
        { signal },
      ),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className={classes.uses}>
      <h3>{t('saved.uses', { count: data.length })}</h3>
      <p className={classes.line}>{t('saved.usesLine')}</p>
      <ul>
        {data.map(({ kind, name, url }) => (
          <li key={`${kind} ${name} ${url}`}>
            {url ? <AppLink href={url}>{name}</AppLink> : name}
            <span className={classes.kind}>
              {kind === 'snapshot' && t('saved.useSnapshot')}
              {kind === 'tile' && t('saved.useTile')}
              {kind === 'filter' && t('saved.useFilter')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
