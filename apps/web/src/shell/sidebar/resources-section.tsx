import { keyToAddress, pathToAddress } from '@causeway/contract/object-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { resourcesQuery } from '#domain/connectors/resources-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './sidebar.module.css';

/** What a list is taken to be as long as before it was ever seen. */
const USUAL_LENGTH = 16;

/** As many as one looks through; the explorer searches the rest. */
const MOST = 50;

/** The current connector and, below it, its tables or folders. */
export function ResourcesSection() {
  const { t } = useTranslation('shell');
  const { project, connector } = useCurrentProject();
  const scopedHref = useScopedHref();
  if (!project || !connector) {
    return (
      <p className={classes.hint}>
        {t('resources.none')}{' '}
        <AppLink href={scopedHref('/settings/connectors')}>{t('resources.add')}</AppLink>
      </p>
    );
  }
  const isSql = connector.implementation === 'sql';
  return (
    <ul className={classes.list}>
      <li>
        <AppLink className={classes.item} href={scopedHref('/explore')}>
          <Icon name={isSql ? 'database' : 'folder'} />
          <span className={classes.itemText}>{connector.name}</span>
        </AppLink>
      </li>
      <Resources projectId={project.id} connector={connector} />
    </ul>
  );
}

type ResourcesProps = { projectId: string; connector: Connector };

function Resources({ projectId, connector }: ResourcesProps) {
  const { t } = useTranslation('shell');
  const { showRawNames } = useSettings();
  const scopedHref = useScopedHref();
  const current = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '' });
  const { data, error, refetch, isFetching } = useQuery(resourcesQuery(projectId, connector.id));
  if (!data && error) {
    return (
      <li className={classes.hint}>
        {errorText(error)}{' '}
        <button
          type="button"
          className={classes.retry}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {t('resources.retry')}
        </button>
      </li>
    );
  }
  if (!data) return <LoadingResources connectorId={connector.id} />;
  const isTables = data.kind === 'tables';
  const { items } = data;
  if (items.length === 0) {
    return (
      <li className={classes.hint}>{t(isTables ? 'resources.noTables' : 'resources.noFolders')}</li>
    );
  }
  return (
    <>
      <RememberedLength connectorId={connector.id} length={Math.min(items.length, MOST)} />
      {items.slice(0, MOST).map(({ name, label }) => {
        const path = `/explore/${isTables ? pathToAddress([name]) : keyToAddress(name)}`;
        return (
          <li key={name}>
            <AppLink
              className={classes.subItem}
              href={scopedHref(path)}
              aria-current={current === path ? 'page' : undefined}
              title={label === name ? undefined : name}
            >
              <Icon name={isTables ? 'table' : 'folder'} size={14} />
              <span className={classes.itemText}>
                {showRawNames ? name.replace(/\/$/, '') : label}
              </span>
            </AppLink>
          </li>
        );
      })}
      {(data.more || items.length > MOST) && (
        <li className={classes.hint}>
          <AppLink href={scopedHref('/explore')}>{t('resources.more')}</AppLink>
        </li>
      )}
    </>
  );
}

/** As long as the list was last time, so that the sections below stay where they are. */
function LoadingResources({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation('shell');
  const length = Number(localStorage.getItem(lengthKey(connectorId)) ?? USUAL_LENGTH);
  return (
    <li className={classes.loading} style={{ height: `calc(${length} * 28px)` }}>
      <span className={classes.hint}>{t('resources.loading')}</span>
    </li>
  );
}

function RememberedLength({ connectorId, length }: { connectorId: string; length: number }) {
  useEffect(
    () => localStorage.setItem(lengthKey(connectorId), String(length)),
    [connectorId, length],
  );
  return null;
}

function lengthKey(connectorId: string): string {
  return `causeway.resources.${connectorId}`;
}
