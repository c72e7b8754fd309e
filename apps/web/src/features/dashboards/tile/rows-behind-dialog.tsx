import { writeCondition } from '@causeway/contract/sql/conditions.ts';
import { inZone } from '@causeway/contract/sql/in-zone.ts';
import { namesIn, rowsBehind } from '@causeway/contract/sql/rows-behind.ts';
import { listParameters } from '@causeway/contract/sql/placeholders.ts';
import {
  queryRoutes,
  type QueryRows,
  type ResultCondition,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import { viewToSearch } from '@causeway/contract/tables/view.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tablePath } from '#domain/connectors/table-path.ts';
import { writeValues } from '#domain/queries/write-values.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { ReadyQuery } from './ready-tile.tsx';
import { savedQuery } from './saved-query.ts';
import classes from './rows-behind-dialog.module.css';
import { TableBody } from './table-body.tsx';

type RowsBehindDialogProps = {
  title: string;
  query: ReadyQuery;
  parameters: RunParameter[];
  where: ResultCondition[];
  /** What was clicked on; empty is all of the tile. */
  mark: ResultCondition[];
  /** The column of the number, which may count only some of the rows. */
  measure?: string | undefined;
  onClose: () => void;
};

/** The rows a number is counted from: as many as it says, of the same tables and conditions. */
export default function RowsBehindDialog(props: RowsBehindDialogProps) {
  const { title, query, parameters, where, mark, measure, onClose } = props;
  const { t } = useTranslation('dashboards');
  const { number } = useFormats();
  const { id: queryId, connectorId, version } = query;
  const found = useQuery({
    queryKey: [
      'queries',
      connectorId,
      'behind',
      queryId,
      version,
      parameters,
      where,
      mark,
      measure,
    ],
    queryFn: ({ signal }) => {
      const behind = { mark, ...(measure && { measure }) };
      const body = { connector: { id: connectorId }, parameters, where, behind, maxAge: 60 };
      return api.call(queryRoutes.run, { params: { queryId }, body }, { signal });
    },
    retry: false,
  });
  const href = useExplorerHref(props, found.data?.fields);
  const isUnknown = isErrorBody(found.error) && found.error.code === 'E_VALIDATION';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('behind.title', { name: title })}
      size={960}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isUnknown ? (
        <p className={classes.line}>{t('behind.unknown')}</p>
      ) : (
        <QueryView query={found} skeleton={<SkeletonLines />}>
          {(result) => (
            <>
              <div className={classes.head}>
                <p className={classes.line}>
                  {t('behind.count', {
                    count: result.rows.length,
                    number: `${number(result.rows.length)}${result.hasMore ? '+' : ''}`,
                  })}
                </p>
                {href && (
                  <Button
                    component={AppLink}
                    href={href}
                    size="compact-sm"
                    variant="default"
                    leftSection={<Icon name="table" size={14} />}
                  >
                    {t('behind.explorer')}
                  </Button>
                )}
              </div>
              <div className={classes.rows}>
                <TableBody title={title} result={result} formats={undefined} />
              </div>
            </>
          )}
        </QueryView>
      )}
    </Modal>
  );
}

/** Where they are rows of one table, by its own names: the same condition in the explorer. */
function useExplorerHref(
  { query, parameters, where, mark, measure }: RowsBehindDialogProps,
  columns: QueryRows['fields'] | undefined,
) {
  const { project } = useCurrentProject();
  const { connectorId } = query;
  const saved = useQuery(savedQuery(query));
  if (!saved.data || !project || !columns) return undefined;
  const asked = [...mark, ...where];
  const conditions = asked.map(({ column }, at) => ({ column, name: `behind_${at}` }));
  const table = rowsBehind(saved.data.sql, { conditions, measure })?.table;
  if (!table) return undefined;
  const values = new Map(
    [...saved.data.parameters, ...parameters].map(({ name, value }) => [name, value]),
  );
  const bindings = {
    ...Object.fromEntries(
      listParameters(saved.data.sql).map(({ name }) => [name, values.get(name) ?? null]),
    ),
    ...Object.fromEntries(
      asked.map(({ condition }, at) => [`behind_${at}`, writeCondition(condition)]),
    ),
  };
  const [name = '', schema = 'public'] = namesIn(table.name).toReversed();
  const { timeZone: zone } = project.settings;
  const text = writeValues(table.where, bindings);
  // The explorer counts days by UTC, and the dashboard by its project's zone.
  const narrowed = zone === 'UTC' ? text : inZone(text, { zone, columns });
  if (narrowed === undefined) return undefined;
  const search = viewToSearch({ where: narrowed });
  search.set('projectId', project.id);
  search.set('connectorId', connectorId);
  return `${tablePath({ schema, table: name })}?${search.toString()}`;
}
