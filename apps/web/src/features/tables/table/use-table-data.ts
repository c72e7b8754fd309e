import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { findReadOnlyReason } from '../edits/read-only-reason.ts';
import { useTableEditing } from '../edits/use-table-editing.ts';
import { useTableSaving } from '../edits/use-table-saving.ts';
import { useLabelsAhead } from '../references/use-labels-ahead.ts';
import { useParts } from '../rows/parts.ts';
import { useRows } from '../rows/use-rows.ts';
import { useTableColumns } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import { useTableView } from '../use-table-view.ts';

export type OpenedTable = {
  projectId: string;
  connector: Connector;
  name: TableName;
  details: TableDetails;
};

/** What a table's page shows: the view of the address, its columns and rows, and what is staged on them. */
export function useTableData({ connector, name, details }: OpenedTable) {
  const { project } = useCurrentProject();
  const { view, changeView } = useTableView();
  const columns = useTableColumns({
    connector,
    name,
    details,
    view,
    onShow: (shown) => changeView({ columns: shown }, { replace: true }),
  });
  const loaded = useRows({ connectorId: connector.id, name, view, columns });
  const parts = useParts();
  const { rows: own = loaded.rows } = parts;
  useLabelsAhead(connector.id, columns, parts.rows ?? loaded.read);
  const editing = useTableEditing({
    connectorId: connector.id,
    name,
    details,
    columns: columns.all,
    fields: loaded.fields,
    rows: own,
    readOnlyReason: findReadOnlyReason(details, project?.role ?? 'viewer'),
  });
  const saving = useTableSaving(editing, { connectorId: connector.id, name });
  return { view, changeView, columns, loaded, parts, editing, saving, rows: saving.rows };
}
