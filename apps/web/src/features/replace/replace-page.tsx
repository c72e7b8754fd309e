import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#platform/connectors/catalog-query.ts';
import { ChooseDatabase } from '#platform/connectors/choose-database.tsx';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { FindFields } from './find-fields.tsx';
import { Matches } from './matches.tsx';
import { replacementOf } from './replace-address.ts';
import { ReplaceLog } from './replace-log.tsx';
import classes from './replace-page.module.css';
import { useReplaceDraft } from './use-replace-draft.ts';

/** Find and replace in the rows of a table: nothing changes before it was seen. */
export default function ReplacePage() {
  const { t } = useTranslation('replace');
  const { project, connector } = useCurrentProject();
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      {!project || !connector || connector.implementation !== 'sql' ? (
        <ChooseDatabase />
      ) : (
        <ReplaceIn key={connector.id} projectId={project.id} connector={connector} />
      )}
    </PageFrame>
  );
}

function ReplaceIn({ projectId, connector }: { projectId: string; connector: Connector }) {
  const { t } = useTranslation('replace');
  const { draft, settled, change } = useReplaceDraft();
  const source = { projectId, connectorId: connector.id };
  const { schema, table } = draft;
  const details = useQuery({
    ...tableQuery(source, { schema, table: table ?? '' }),
    enabled: table !== undefined,
  });
  const replacement = replacementOf(settled);
  return (
    <div className={classes.page}>
      <FindFields
        source={source}
        draft={draft}
        columns={details.data?.columns ?? []}
        onChange={change}
      />
      <div className={classes.results}>
        {replacement ? (
          <Matches connectorId={connector.id} replacement={replacement} details={details.data} />
        ) : (
          <EmptyState
            icon="replace"
            title={t(table === undefined ? 'start.table' : 'start.find')}
            line={t('start.line')}
          />
        )}
        {table !== undefined && (
          <ReplaceLog connectorId={connector.id} schema={schema} table={table} />
        )}
      </div>
    </div>
  );
}
