import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { DashboardForm } from '../dashboard-form.tsx';
import { NoProject } from '../no-project.tsx';
import { FileChoice } from './file-choice.tsx';
import { Suggestions } from './suggestions.tsx';
import { Begun, TakenUp } from './taken-up.tsx';
import { useWizardAddress } from './use-wizard-address.ts';
import classes from './wizard-page.module.css';
import { fileSourceQuery, tableSource } from './wizard-source.ts';

/** From a table to a dashboard without a line of SQL; or an empty one, by its name alone. */
export default function WizardPage() {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();
  const id = useAddressId();
  const mayWrite = project !== undefined && can(project.role, 'dashboards.write');
  return (
    <PageFrame isWide>
      <PageHeader title={t('create')} line={t('wizard.line')} />
      {mayWrite && (
        <TakenUp key={`${project.id} ${id ?? ''}`} project={project}>
          <Wizard project={project} />
        </TakenUp>
      )}
      {project && !mayWrite && (
        <EmptyState
          icon="lock"
          title={t('mayNot')}
          line={t('mayNotLine')}
          action={
            <Button component={AppLink} variant="default" href="/dashboards">
              {t('toAll')}
            </Button>
          }
        />
      )}
      {!project && <NoProject />}
    </PageFrame>
  );
}

const anew = { date: undefined, measure: undefined, by: undefined, off: undefined };

function Wizard({ project }: { project: Project }) {
  const { t } = useTranslation('dashboards');
  const { over: wanted, table, change } = useWizardAddress();
  const places = project.connectors.filter(({ implementation }) => implementation !== '');
  const first = places.find(({ implementation }) => implementation === 'sql') ?? places[0];
  const over = places.find(({ id }) => id === wanted) ?? first;
  const isBucket = over?.implementation === 's3';
  return (
    <Stack gap="lg">
      {over && (
        <section
          className={classes.choice}
          aria-label={t(isBucket ? 'wizard.file' : 'wizard.table')}
        >
          {places.length > 1 && (
            <NativeSelect
              label={t('wizard.database')}
              value={over.id}
              data={places.map(({ id, name, implementation }) => ({
                value: id,
                label: implementation === 's3' ? t('wizard.filesOf', { name }) : name,
              }))}
              onChange={({ currentTarget: { value } }) =>
                change({ ...anew, over: value, schema: undefined, table: undefined })
              }
            />
          )}
          {isBucket ? (
            <FileChoice
              connectorId={over.id}
              path={table}
              onChange={(path) => change({ ...anew, over: over.id, table: path })}
            />
          ) : (
            <ChosenTable project={project} connectorId={over.id} />
          )}
        </section>
      )}
      {over && table !== undefined && isBucket && (
        <OverFile key={table} project={project} connectorId={over.id} path={table} />
      )}
      {over && table !== undefined && !isBucket && (
        <OverTable project={project} connectorId={over.id} table={table} />
      )}
      {(!over || table === undefined) && (
        <>
          <Begun project={project} />
          <section className={classes.empty} aria-label={t('wizard.empty')}>
            <h2>{t('wizard.empty')}</h2>
            <DashboardForm project={project} />
          </section>
        </>
      )}
    </Stack>
  );
}

type OverProps = { project: Project; connectorId: string };

function ChosenTable({ project, connectorId }: OverProps) {
  const { schema, table, change } = useWizardAddress();
  return (
    <TableChoice
      source={{ projectId: project.id, connectorId }}
      schema={schema}
      table={table}
      onSchema={(next) => change({ schema: next, table: undefined })}
      onChange={(name) => change({ ...anew, over: connectorId, ...name })}
    />
  );
}

function OverTable({ project, connectorId, table }: OverProps & { table: string }) {
  const { schema } = useWizardAddress();
  const source = { projectId: project.id, connectorId };
  const details = useQuery(tableQuery(source, { schema, table }));
  return (
    <QueryView query={details} skeleton={<SkeletonCards count={6} height={220} />}>
      {(found) => (
        <Suggestions
          key={`${schema}.${table}`}
          project={project}
          source={tableSource(connectorId, found)}
        />
      )}
    </QueryView>
  );
}

function OverFile({ project, connectorId, path }: OverProps & { path: string }) {
  const source = useQuery(fileSourceQuery(connectorId, path));
  return (
    <QueryView query={source} skeleton={<SkeletonCards count={6} height={220} />}>
      {(found) => <Suggestions project={project} source={found} />}
    </QueryView>
  );
}
