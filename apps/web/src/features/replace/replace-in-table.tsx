import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FindFields } from './find-fields.tsx';
import { Matches } from './matches.tsx';
import { draftToSearch, readDraft, replacementOf } from './replace-address.ts';
import { ReplaceLog } from './replace-log.tsx';
import classes from './replace-page.module.css';
import { useReplaceDraft } from './use-replace-draft.ts';

const address = { read: readDraft, write: draftToSearch };

export function ReplaceInTable({
  projectId,
  connector,
}: {
  projectId: string;
  connector: Connector;
}) {
  const { t } = useTranslation('replace');
  const { draft, settled, change } = useReplaceDraft(address);
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
