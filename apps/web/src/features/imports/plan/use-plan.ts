import { useQuery } from '@tanstack/react-query';
import { tableQuery, tablesQuery } from '#domain/connectors/catalog-query.ts';
import type { StepProps } from '../import-flow.tsx';
import { previewQuery } from '../imports-query.ts';
import { makePlan, mapColumns } from './make-plan.ts';
import { isSame } from './same.ts';

/** What was chosen, what is suggested and what the database has, put together to the plan that would run. */
export function usePlan({ projectId, connectorId, record, draft }: StepProps) {
  const preview = useQuery(previewQuery(connectorId, record.id, draft.read));
  const isExisting = draft.target === 'existing' && draft.table !== undefined;
  const table = useQuery({
    ...tableQuery({ projectId, connectorId }, { schema: draft.schema, table: draft.table ?? '' }),
    enabled: isExisting,
  });
  const tables = useQuery({
    ...tablesQuery({ projectId, connectorId }, draft.schema),
    enabled: draft.target === 'new',
  });
  const read = preview.data?.read;
  const { analysis } = record;
  // An analysis of the file read otherwise says nothing about this one.
  const known = analysis && read && isSame(analysis.read, read) ? analysis : undefined;
  const details = isExisting ? table.data : undefined;
  const input = preview.data && {
    draft,
    read: preview.data.read,
    fileColumns: preview.data.columns,
    guesses: preview.data.types,
    analyses: known?.columns ?? [],
    details,
    takenNames: tables.data?.tables.map(({ name }) => name) ?? [],
  };
  return {
    preview,
    table,
    details,
    analysis: known,
    mapped: input ? mapColumns(input) : [],
    made: input && makePlan(input),
  };
}
