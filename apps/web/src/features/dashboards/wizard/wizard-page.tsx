import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { DashboardForm } from '../dashboard-form.tsx';
import { NoProject } from '../no-project.tsx';
import { Suggestions } from './suggestions.tsx';
import { Begun, TakenUp } from './taken-up.tsx';
import { useWizardAddress } from './use-wizard-address.ts';
import classes from './wizard-page.module.css';

/** From a table to a dashboard without a line of SQL; or an empty one, by its name alone. */
export default function WizardPage() {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();
  const mayWrite = project !== undefined && can(project.role, 'dashboards.write');
  return (
    <PageFrame isWide>
      <PageHeader title={t('create')} line={t('wizard.line')} />
      {mayWrite && (
        <TakenUp key={project.id} project={project}>
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

function Wizard({ project }: { project: Project }) {
  const { t } = useTranslation('dashboards');
  const address = useWizardAddress();
  const databases = project.connectors.filter(({ implementation }) => implementation === 'sql');
  const over = databases.find(({ id }) => id === address.over) ?? databases[0];
  const { schema, table, change } = address;
  const source = { projectId: project.id, connectorId: over?.id ?? '' };
  const details = useQuery({
    ...tableQuery(source, { schema, table: table ?? '' }),
    enabled: over !== undefined && table !== undefined,
  });
  return (
    <Stack gap="lg">
      {over && (
        <section className={classes.choice} aria-label={t('wizard.table')}>
          {databases.length > 1 && (
            <NativeSelect
              label={t('wizard.database')}
              value={over.id}
              data={databases.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget: { value } }) =>
                change({ over: value, table: undefined, date: undefined, by: undefined })
              }
            />
          )}
          <TableChoice
            source={source}
            schema={schema}
            table={table}
            onSchema={(next) => change({ schema: next, table: undefined })}
            onChange={(name) =>
              change({
                over: over.id,
                schema: name.schema,
                table: name.table,
                date: undefined,
                measure: undefined,
                by: undefined,
                off: undefined,
              })
            }
          />
        </section>
      )}
      {over && table !== undefined ? (
        <QueryView query={details} skeleton={<SkeletonCards count={6} height={220} />}>
          {(found) => (
            <Suggestions
              key={`${schema}.${table}`}
              project={project}
              connectorId={over.id}
              table={found}
            />
          )}
        </QueryView>
      ) : (
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
