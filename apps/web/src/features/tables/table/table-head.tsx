import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { memo, type ComponentProps } from 'react';
import { EditingTools } from '../edits/editing-tools.tsx';
import type { GridRow, RowLayout } from '../edits/grid-rows.ts';
import type { ReadOnlyReason } from '../edits/read-only-reason.ts';
import type { TableColumns } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import { TableHealth } from '../health/table-health.tsx';
import { StructureButton } from '../structure/structure-button.tsx';
import { ShowInDiagram } from '../diagram/show-in-diagram.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { TableTransfers } from './table-transfers.tsx';
import type { TableView } from '@causeway/contract/tables/view.ts';
import { useTableHref } from '../use-table-view.ts';

type TableHeadProps = Omit<
  ComponentProps<typeof TableToolbar>,
  'extra' | 'details' | 'columns' | 'schema'
> & {
  connectorId: string;
  name: TableName;
  details: TableDetails;
  columns: TableColumns;
  view: TableView;
  layout: RowLayout | undefined;
  readOnlyReason: ReadOnlyReason | undefined;
  selectedCount: number;
  listSelected: () => GridRow[];
  onAdd: () => void;
  onAddPage: () => void;
};

/** The tools above a table. Knows no rows, so that it is not drawn again when more of them arrive. */
export const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { connectorId, name, title, details, columns, view, layout } = props;
  const { readOnlyReason, selectedCount, listSelected, onAdd, onAddPage, ...toolbar } = props;
  const hrefOf = useTableHref();
  return (
    <TableToolbar
      {...toolbar}
      schema={name.schema}
      extra={
        <>
          <EditingTools
            readOnlyReason={readOnlyReason}
            historyHref={`${hrefOf(name, view)}&history=1`}
            onAdd={onAdd}
            onAddPage={onAddPage}
          />
          <TableHealth />
          <StructureButton href={`${hrefOf(name, view)}&structure=1`} />
          <ShowInDiagram name={name} />
          <TableTransfers
            {...{ connectorId, name, title, details, columns, view, layout }}
            selectedCount={selectedCount}
            listSelected={listSelected}
          />
        </>
      }
    />
  );
});
