import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Button, Checkbox, Menu, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { ToolButton } from '#ui/tool-button.tsx';
import { copyFormats, type CopyFormat } from '../grid/copy-formats.ts';
import { kindIcons } from '../list/kind-icons.ts';
import { DEFAULT_SCHEMA } from '../table-name.ts';
import type { TableColumns } from '../table-columns.ts';
import classes from './table-toolbar.module.css';
import { viewModes, type ViewMode } from '@causeway/contract/tables/view.ts';
import { ViewsMenu } from '../views/views-menu.tsx';

type TableToolbarProps = {
  connectorName: string;
  schema: string;
  title: string;
  details: TableDetails | undefined;
  /** Undefined until the table is known. */
  columns: TableColumns | undefined;
  mode: ViewMode;
  isPanelOpen: boolean;
  isRefreshing: boolean;
  /** How many rows would be copied; the active one counts when none are selected. */
  copyCount: number;
  activeColumn: string | undefined;
  onMode: (mode: ViewMode) => void;
  onCopy: (format: CopyFormat | 'in') => void;
  onRefresh: () => void;
  onTogglePanel: () => void;
  /** What else can be done with the table. */
  extra?: ReactNode;
};

export function TableToolbar(props: TableToolbarProps) {
  const { t } = useTranslation('tables');
  const scopedHref = useScopedHref();
  const { connectorName, title, details, columns, mode, onMode } = props;
  return (
    <header className={classes.toolbar}>
      <nav className={classes.path} aria-label={t('path')}>
        <AppLink className={classes.parent} href={scopedHref('/explore')}>
          {connectorName}
        </AppLink>
        <Icon name="chevronRight" size={14} />
        {props.schema !== DEFAULT_SCHEMA && (
          <>
            <AppLink
              className={classes.parent}
              href={`${scopedHref('/explore')}&${new URLSearchParams({ schema: props.schema })}`}
            >
              {props.schema}
            </AppLink>
            <Icon name="chevronRight" size={14} />
          </>
        )}
        <h1 className={classes.title} title={details?.name}>
          {title}
        </h1>
        {details && details.kind !== 'table' && (
          <span className={classes.kind}>
            <Icon name={kindIcons[details.kind]} size={13} /> {t(`kind.${details.kind}`)}
          </span>
        )}
      </nav>
      {details?.description && (
        <span className={classes.comment} title={details.description}>
          {details.description}
        </span>
      )}
      <div className={classes.tools}>
        {props.extra}
        <SegmentedControl
          size="xs"
          aria-label={t('mode.label')}
          value={mode}
          onChange={(next) => onMode(viewModes.find((known) => known === next) ?? 'table')}
          data={viewModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        {columns && <ViewsMenu columns={columns} />}
        {columns && <ColumnsMenu columns={columns} />}
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
      </div>
    </header>
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

function CopyMenu({ copyCount, activeColumn, onCopy }: TableToolbarProps) {
  const { t } = useTranslation('tables');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="copy" />}
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
