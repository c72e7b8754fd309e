import type { TextKey } from '@causeway/contract/tables/edits.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { ExportedTable } from '#domain/exports/export-subject.ts';
import { TransferMenu } from '#domain/transfers/transfer-menu.tsx';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import type { GridRow, RowLayout } from '../edits/grid-rows.ts';
import type { TableColumns } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import { joinFilters, type TableView } from '@causeway/contract/tables/view.ts';

type TableTransfersProps = {
  connectorId: string;
  name: TableName;
  title: string;
  details: TableDetails;
  columns: TableColumns;
  view: TableView;
  selectedCount: number;
  listSelected: () => GridRow[];
  /** The keys of rows that are ticked, wherever they are by now. */
  listTicked: () => TextKey[];
  layout: RowLayout | undefined;
};

/** Hands over what is on screen: its columns, filter, order and the rows that are ticked. */
export function TableTransfers(props: TableTransfersProps) {
  const { connectorId, name, title, details, columns, view, listSelected, listTicked, layout } =
    props;

  function subject(): ExportedTable {
    return {
      kind: 'table',
      ...name,
      title,
      columns: columns.all.map((column) => ({ name: column.name, label: column.label })),
      shown: columns.shown.map((column) => column.name),
      filter: joinFilters(view.filters),
      where: view.where,
      sorts: view.sorts,
      selectedKeys: layout ? listTicked() : [],
      selectedRows: layout
        ? []
        : listSelected().flatMap(({ cells }) => (cells ? [look(cells)] : [])),
    };
  }

  function look(cells: readonly Cell[]) {
    return Object.fromEntries(
      columns.shown.map((column) => [column.name, cells[column.place] ?? null]),
    );
  }

  return (
    <TransferMenu
      connectorId={connectorId}
      subject={subject}
      selectedCount={props.selectedCount}
      isWritable={details.kind !== 'view' && details.kind !== 'materialized view'}
    />
  );
}
