import { keyToAddress } from '@causeway/contract/storage/object-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { resourcesQuery } from '#domain/connectors/resources-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import type { TabProps } from './tab-props.ts';
import classes from './folders-tab.module.css';

/** What is seen of the bucket from here; the explorer has the rest. */
export function FoldersTab({ connector }: TabProps) {
  const { t } = useTranslation('connectors');
  const { projectId, id } = connector;
  const resources = useQuery(resourcesQuery(projectId, id));
  const scope = new URLSearchParams({ projectId, connectorId: id });
  return (
    <QueryView
      query={resources}
      skeleton={<SkeletonTable rows={8} columns={1} />}
      errorTitle={t('folders.failed')}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState icon="folder" title={t('folders.none')} line={t('folders.noneLine')} />}
    >
      {({ items, more }) => (
        <>
          <ul className={classes.folders}>
            {items.map(({ name, label }) => (
              <li key={name}>
                <AppLink
                  className={classes.folder}
                  href={`/explore/${keyToAddress(name)}?${scope}`}
                >
                  <Icon name="folder" />
                  <span className={classes.name}>{label}</span>
                </AppLink>
              </li>
            ))}
          </ul>
          {more && <p className={classes.more}>{t('folders.more')}</p>}
        </>
      )}
    </QueryView>
  );
}
