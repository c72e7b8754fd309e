import { can } from '@causeway/contract/access.ts';
import { tableStructureRoutes } from '@causeway/contract/tables/structure.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { useSettings } from '#platform/settings/use-settings.ts';
import { fillPage } from '#ui/fill-page.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { SchemaLink } from '../schema-link.tsx';
import { tablePath, type TableName } from '../table-name.ts';
import { ChangeMenu } from '../changes/change-controls.tsx';
import { findChanges, StartChange, type Change } from '../changes/changing.ts';
import { structureQuery } from './structure-query.ts';
import { StructureSections } from './structure-sections.tsx';
import head from '../page-head.module.css';
import classes from './structure.module.css';

const StructureChanges = lazy(() => import('../changes/structure-changes.tsx'));

type TableStructureProps = {
  projectId: string;
  connector: Connector;
  name: TableName;
  details: TableDetails;
};

/** How a table is made: columns, indexes, rules and what hangs on it, with the SQL to make it again. */
export default function TableStructure(props: TableStructureProps) {
  const { projectId, connector, name, details } = props;
  const { t } = useTranslation('structure');
  const { project } = useCurrentProject();
  const [change, setChange] = useState<Change>();
  const scopedHref = useScopedHref();
  const { showRawNames } = useSettings();
  const structure = useQuery(structureQuery(connector.id, name));
  const rowsHref = scopedHref(tablePath(name));
  const changes =
    structure.data &&
    findChanges({
      details,
      structure: structure.data,
      mayWrite: project !== undefined && can(project.role, 'sql.write'),
      isReadOnly: connector.settings?.readOnly === true,
    });
  const areas = changes?.areas ?? [];
  return (
    <StartChange value={areas.length > 0 ? { start: setChange, areas } : undefined}>
      <div className={head.page} ref={fillPage}>
        <header className={head.header}>
          <nav className={head.path} aria-label={t('path')}>
            <AppLink href={scopedHref('/explore')}>{connector.name}</AppLink>
            <Icon name="chevronRight" size={14} />
            <SchemaLink schema={name.schema} />
            <AppLink href={rowsHref}>{showRawNames ? details.name : details.label}</AppLink>
            <Icon name="chevronRight" size={14} />
            <h1 className={head.title}>{t('title')}</h1>
          </nav>
          {details.kind === 'materialized view' && (
            <RefreshView connector={connector} name={name} />
          )}
          <Button
            component={AppLink}
            href={rowsHref}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="table" size={14} />}
          >
            {t('back')}
          </Button>
          {areas.some((area) => area === 'table') && (
            <ChangeMenu
              name={details.name}
              changes={[{ label: t('change.change'), change: { kind: 'table' } }]}
              drop={{ kind: 'drop', what: 'table', name: details.name }}
            />
          )}
        </header>
        <div className={head.body}>
          <QueryView
            query={structure}
            skeleton={<SkeletonTable rows={12} columns={5} />}
            errorTitle={t('failed')}
          >
            {(found) => (
              <>
                {changes?.hindrance && (
                  <p className={classes.note}>
                    {t(`hindrances.${changes.hindrance}`, { owner: found.owner })}
                  </p>
                )}
                <StructureSections details={details} structure={found} />
              </>
            )}
          </QueryView>
        </div>
        {change && structure.data && (
          <Suspense fallback={null}>
            <StructureChanges
              source={{ projectId, connectorId: connector.id }}
              details={details}
              structure={structure.data}
              change={change}
              onClose={() => setChange(undefined)}
            />
          </Suspense>
        )}
      </div>
    </StartChange>
  );
}

/** Whoever may write computes a materialized view anew. */
function RefreshView({ connector, name }: Pick<TableStructureProps, 'connector' | 'name'>) {
  const { t } = useTranslation('structure');
  const { project } = useCurrentProject();
  const queryClient = useQueryClient();
  const refresh = useMutation({
    mutationFn: () =>
      api.call(tableStructureRoutes.refreshView, {
        params: { table: name.table },
        body: { connector: { id: connector.id }, schema: name.schema },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tables', connector.id] }),
    onError: notifyError,
  });
  if (!project || !can(project.role, 'sql.write') || connector.settings?.readOnly) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<Icon name="refresh" size={14} />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      {t(refresh.isSuccess ? 'refreshed' : 'refresh')}
    </Button>
  );
}
