import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import type { GridRow, RowLayout } from '../edits/grid-rows.ts';
import type { PanelEditing } from '../edits/panel-editor.tsx';
import { RelatedRows } from '../references/related-rows.tsx';
import { SidePanel } from './side-panel.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { useWholeRow } from './use-whole-row.ts';
import { ValuePanel } from './value-panel.tsx';

type PanelPlaceProps = {
  connectorId: string;
  details: TableDetails;
  row: GridRow | undefined;
  layout: RowLayout | undefined;
  column: ShownColumn | undefined;
  columns: ShownColumn[];
  pageHref: string | undefined;
  editing: PanelEditing | undefined;
  isNarrow: boolean;
  /** The rows stand one after the other. */
  isNumbered: boolean;
  valueIn: (row: GridRow | undefined) => (column: string) => Cell | undefined;
  onColumn: (name: string) => void;
  onClose: () => void;
};

/** Where the value panel is: beside the rows, or over them where there is no room. */
export default function PanelPlace(props: PanelPlaceProps) {
  const { t } = useTranslation('tables');
  const { connectorId, details, layout, valueIn, isNarrow, onClose, ...rest } = props;
  const name = { schema: details.schema, table: details.name };
  const row = useWholeRow({ connectorId, name, row: props.row, layout });
  const panel = (
    <ValuePanel
      {...rest}
      row={row}
      related={<RelatedRows connectorId={connectorId} details={details} valueOf={valueIn(row)} />}
      onClose={onClose}
    />
  );
  if (!isNarrow) return <SidePanel>{panel}</SidePanel>;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="70%"
      aria-label={t('panel.title')}
      withCloseButton={false}
      padding={0}
    >
      {panel}
    </Drawer>
  );
}
