import type { TextKey } from '@causeway/contract/tables/edits.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Button, Checkbox, Menu, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { ToolButton } from '#ui/tool-button.tsx';
import { copyFormats, type CopyFormat } from '../grid/copy-formats.ts';
import { ShowInDiagram } from '../diagram/show-in-diagram.tsx';
import { EditingTools } from '../edits/editing-tools.tsx';
import type { GridRow, RowLayout } from '../edits/grid-rows.ts';
import type { ReadOnlyReason } from '../edits/read-only-reason.ts';
import { StructureButton } from '../structure/structure-button.tsx';
import type { TableName } from '../table-name.ts';
import { useTableHref } from '../use-table-view.ts';
import type { TableColumns } from '../table-columns.ts';
import classes from './table-toolbar.module.css';
import type { TableView, ViewMode } from '@causeway/contract/tables/view.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { TableTransfers } from './table-transfers.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';

export type TableToolsProps = {
  connectorId: string;
  name: TableName;
  title: string;
  details: TableDetails;
  columns: TableColumns;
  view: TableView;
  layout: RowLayout | undefined;
  mode: ViewMode;
  readOnlyReason: ReadOnlyReason | undefined;
  isPanelOpen: boolean;
  isRefreshing: boolean;
  /** How many rows would be copied; the active one counts when none are selected. */
  copyCount: number;
  activeColumn: string | undefined;
  selectedCount: number;
  listSelected: () => GridRow[];
  listTicked: () => TextKey[];
  onMode: (mode: ViewMode) => void;
  onCopy: (format: CopyFormat | 'in') => void;
  onRefresh: () => void;
  onTogglePanel: () => void;
  onAdd: () => void;
  onAddPage: () => void;
};

/** What can be done with a table. Loads after its rows are on screen: menus are the most of it. */
export default function TableTools(props: TableToolsProps) {
  const { t } = useTranslation('tables');
  const hrefOf = useTableHref();
  const { connectorId, name, title, details, columns, view, layout, mode, onMode } = props;
  const { selectedCount, listSelected, listTicked } = props;
  return (
    <>
      <EditingTools
        readOnlyReason={props.readOnlyReason}
        historyHref={`${hrefOf(name, view)}&history=1`}
        onAdd={props.onAdd}
        onAddPage={props.onAddPage}
      />
      <StructureButton href={`${hrefOf(name, view)}&structure=1`} />
      <ShowInDiagram name={name} />
      <TableTransfers
        {...{ connectorId, name, title, details, columns, view, layout }}
        {...{ selectedCount, listSelected, listTicked }}
      />
      <ModeSwitch mode={mode} onMode={onMode} />
      <ViewsMenu columns={columns} />
      <ColumnsMenu columns={columns} />
      <CopyMenu {...props} />
      <ToolButton
        icon="refresh"
        label={t('refresh')}
        isLoading={props.isRefreshing}
        onClick={props.onRefresh}
      />
      <ToolButton
        icon="paneRight"
        label={t('panel.toggle')}
        isPressed={props.isPanelOpen}
        onClick={props.onTogglePanel}
      />
    </>
  );
}

/** So many are seen at once; beyond, a search is quicker. */
const FEW_COLUMNS = 8;

function ColumnsMenu({ columns: { all, shown, show, reset } }: { columns: TableColumns }) {
  const { t } = useTranslation('tables');
  const [search, setSearch] = useState('');
  const names = shown.map(({ name }) => name);
  const wanted = search.trim().toLowerCase();
  const found = all.filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(wanted));
  const hiddenCount = all.length - shown.length;
  function toggle(name: string) {
    show(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="columns" />}
          title={t('columns.all')}
          className={classes.button}
        >
          {hiddenCount > 0
            ? t('columns.some', { shown: shown.length, all: all.length })
            : t('columns.all')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.columns}>
        {all.length > FEW_COLUMNS && (
          <TextInput
            size="xs"
            mb="xs"
            data-autofocus
            aria-label={t('columns.search')}
            placeholder={t('columns.search')}
            leftSection={<Icon name="search" size={13} />}
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
          />
        )}
        <div className={classes.columnList}>
          {found.length === 0 && <p className={classes.none}>{t('columns.none')}</p>}
          {found.map(({ name, label }) => (
            <Checkbox
              key={name}
              size="xs"
              label={label}
              checked={names.includes(name)}
              disabled={names.length === 1 && names.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </div>
        <Button size="compact-xs" variant="default" fullWidth mt="xs" onClick={reset}>
          {t('columns.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function CopyMenu({ copyCount, activeColumn, onCopy }: TableToolsProps) {
  const { t } = useTranslation('tables');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="copy" />}
          title={t('copy.action')}
          disabled={copyCount === 0}
          className={classes.button}
        >
          {t('copy.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('copy.rows', { count: copyCount })}</Menu.Label>
        {copyFormats.map((format) => (
          <Menu.Item key={format} onClick={() => onCopy(format)}>
            {t(`copy.${format}`)}
          </Menu.Item>
        ))}
        {activeColumn !== undefined && (
          <Menu.Item onClick={() => onCopy('in')}>
            {t('copy.in', { column: activeColumn })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
