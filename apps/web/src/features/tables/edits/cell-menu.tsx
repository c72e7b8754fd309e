import type { FilterCondition } from '@causeway/contract/tables/filters.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { editorKindOf } from '#domain/value-editors/editor-kind.ts';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import type { CommandPlace } from '../grid/rows-grid.tsx';
import type { GridRow } from './grid-rows.ts';
import { stagedIn } from './grid-rows.ts';
import { findValueFilters } from './value-filters.ts';
import type { useRowCommands } from './use-row-commands.ts';
import type { TableEditing } from './use-table-editing.ts';

type CellMenuProps = {
  place: CommandPlace;
  point: { x: number; y: number };
  editing: TableEditing;
  commands: ReturnType<typeof useRowCommands>;
  pageHref: string | undefined;
  onBulk: (rows: GridRow[]) => void;
  /** Leaves only the rows that have this value, or all others. */
  onFilter: (condition: FilterCondition) => void;
  /** After rows were removed or copied: what was ticked is done with. */
  onDone: () => void;
  onClose: () => void;
};

/** What can be done with a cell, the cells marked with it, and their rows. */
export default function CellMenu(props: CellMenuProps) {
  const { place, point, editing, commands, pageHref, onBulk, onFilter, onDone, onClose } = props;
  const { t } = useTranslation('edits');
  const openHref = useOpenHref();
  const { row, column } = place;
  const rows = commands.rowsFor(place);
  const count = rows.length;
  const canEdit = editing.isEditable(row, column);
  const isText = editorKindOf(column) === 'text';
  const isStaged = rows.some(({ change }) => change !== undefined);
  const filters = findValueFilters(row, column);
  async function pasteRows() {
    const text = await findCopiedText();
    if (text === undefined) await notifyError(new Error(t('menu.pasteRefused')));
    else commands.pasteRows(text);
  }
  return (
    <Menu opened onClose={onClose} position="bottom-start" shadow="md" width={270}>
      <Menu.Target>
        <span style={{ position: 'fixed', left: point.x, top: point.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {pageHref && (
          <Menu.Item leftSection={<Icon name="external" />} onClick={() => openHref(pageHref)}>
            {t('openRow')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="copy" />}
          rightSection={<KeyHint keys="mod+C" />}
          onClick={() => commands.run('copy', place)}
        >
          {t('menu.copy')}
        </Menu.Item>
        {filters && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="filter" />} onClick={() => onFilter(filters.only)}>
              {t('menu.filterOnly', { value: filters.text })}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="eyeOff" />}
              onClick={() => onFilter(filters.others)}
            >
              {t('menu.filterOthers', { value: filters.text })}
            </Menu.Item>
          </>
        )}
        {canEdit && (
          <>
            <Menu.Divider />
            <Menu.Item
              disabled={!column.isNullable}
              rightSection={<KeyHint keys="Del" />}
              onClick={() => commands.setCells(place, () => ({ null: true }))}
            >
              {t('menu.null')}
            </Menu.Item>
            {isText && (
              <Menu.Item onClick={() => commands.setCells(place, () => ({ set: '' }))}>
                {t('menu.empty')}
              </Menu.Item>
            )}
            {column.defaultValue !== null && (
              <Menu.Item onClick={() => commands.setCells(place, () => ({ default: true }))}>
                {t('menu.default')}
              </Menu.Item>
            )}
            {stagedIn(row, column) && (
              <Menu.Item
                leftSection={<Icon name="undo" />}
                onClick={() =>
                  editing.edit([{ row, edits: [{ column: column.name, value: undefined }] }])
                }
              >
                {t('menu.revertCell')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="arrowDown" />}
              rightSection={<KeyHint keys="mod+D" />}
              onClick={() => commands.run('fillDown', place)}
            >
              {t('menu.fill')}
            </Menu.Item>
            {count > 1 && (
              <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onBulk(rows)}>
                {t('menu.bulk', { count })}
              </Menu.Item>
            )}
          </>
        )}
        {editing.mayEdit && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="plus" />}
              rightSection={<KeyHint keys="Ins" />}
              onClick={() => commands.run('addRow', place)}
            >
              {t('menu.insert')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="row" />} onClick={() => void pasteRows()}>
              {t('menu.pasteRows')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="copy" />}
              onClick={() => {
                commands.duplicateRows(rows).catch(notifyError);
                onDone();
              }}
            >
              {t('menu.duplicate', { count })}
            </Menu.Item>
            {isStaged && (
              <Menu.Item
                leftSection={<Icon name="undo" />}
                onClick={() => editing.revertRows(rows)}
              >
                {t('menu.revertRows', { count })}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" />}
              rightSection={<KeyHint keys="mod+Del" />}
              onClick={() => {
                commands.removeRows(rows);
                onDone();
              }}
            >
              {t('menu.delete', { count })}
            </Menu.Item>
          </>
        )}
        {editing.readOnlyReason && (
          <Menu.Label>{t(`readOnly.${editing.readOnlyReason}`)}</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Browsers hand it out over https only, and may ask or refuse. */
async function findCopiedText(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
