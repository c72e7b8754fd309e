import { useTranslation } from 'react-i18next';
import { notifyError } from '#platform/notify-error.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { findCopiedCell } from '#domain/data-grid/copied-cell.ts';
import type { CommandPlace } from '../grid/rows-grid.tsx';
import type { ShownColumn } from '../table-columns.ts';
import type { GridCommand } from './grid-keys.ts';
import type { GridRow } from './grid-rows.ts';
import type { CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import { findHeader, type PastedCell, readPasted } from '../ranges/pasted.ts';
import {
  countBeyond,
  fillDown,
  pasteAsRows,
  pasteOver,
  rangeText,
  type RowEdits,
} from '../ranges/spread.ts';
import type { TableEditing } from './use-table-editing.ts';
import { editorKindOf } from '#domain/value-editors/editor-kind.ts';
import type { StagedValue } from '@causeway/contract/tables/edits.ts';

type CommandsInput = {
  editing: TableEditing;
  /** As they are on screen. */
  columns: ShownColumn[];
  selected: ReadonlySet<number>;
  /** There are rows below those that are loaded. */
  hasMore: boolean;
  /** Of the database. */
  timeZone: string;
  onCopy: (text: string | undefined) => void;
  onPanel: (isOpen: boolean) => void;
  /** A row was added by hand, to be filled in next. */
  onAdded: (ref: string | undefined) => void;
};

/** What keys and menus do to the cells they are meant for. */
export function useRowCommands(input: CommandsInput) {
  const { editing, columns, selected, hasMore, timeZone, onCopy, onPanel, onAdded } = input;
  const { t } = useTranslation('edits');
  const { rows } = editing;

  const rowsIn = ({ range }: CommandPlace) => rows.slice(range.top, range.bottom + 1);
  const columnsIn = ({ range }: CommandPlace) => columns.slice(range.left, range.right + 1);
  const isMany = ({ range }: CommandPlace) => range.top < range.bottom || range.left < range.right;

  /** Rows that are ticked, else those of the marked cells. */
  function rowsFor(place: CommandPlace): GridRow[] {
    return selected.size > 0 ? rows.filter(({ index }) => selected.has(index)) : rowsIn(place);
  }

  function setCells(
    place: CommandPlace,
    valueFor: (column: ShownColumn) => StagedValue | undefined,
  ) {
    const cells = columnsIn(place).flatMap((column) => {
      const value = valueFor(column);
      return value ? { column: column.name, value } : [];
    });
    editLoaded(rowsIn(place).map((row): RowEdits => ({ row, edits: cells })));
  }

  /** Rows far away from the screen are not in memory: what is meant of those is told to be left out. */
  function editLoaded(edits: RowEdits[]) {
    const loaded = edits.filter(({ row }) => isLoaded(row));
    editing.edit(loaded);
    sayLeft(edits.length - loaded.length);
  }

  function removeRows(removed: GridRow[]) {
    const loaded = removed.filter(isLoaded);
    editing.removeRows(loaded);
    if (editing.mayEdit) sayLeft(removed.length - loaded.length);
  }

  async function duplicateRows(copied: GridRow[]) {
    const loaded = copied.filter(isLoaded);
    await editing.duplicateRows(loaded);
    sayLeft(copied.length - loaded.length);
  }

  function sayLeft(count: number) {
    if (count > 0) void say(t('leftUnloaded', { count }), LONG);
  }

  function fill(place: CommandPlace) {
    if (selected.size > 0) {
      const others = rowsFor(place).filter(({ index }) => index !== place.row.index);
      return editLoaded(fillDown([place.row, ...others], columnsIn(place)));
    }
    const { top, bottom } = place.range;
    // With one row marked the value comes from the row above it.
    const source = top === bottom ? rows.slice(Math.max(0, top - 1), top + 1) : rowsIn(place);
    editLoaded(fillDown(source, columnsIn(place)));
  }

  async function fillSeries(source: CellRange, target: CellRange) {
    // It knows clocks and calendars, which no first page waits for.
    const { fillEdits, zoneOfReader } = await import('../ranges/fill.ts');
    const zone = zoneOfReader(timeZone);
    const edits = fillEdits({ rows, columns, source, target, timeZone: zone });
    const loaded = edits.filter(({ row }) => isLoaded(row));
    editing.edit(loaded);
    if (loaded.length < edits.length) {
      void say(t('filledUnloaded', { count: edits.length - loaded.length }), LONG);
    }
  }

  function paste(text: string, place: CommandPlace) {
    if (!editing.mayEdit) return sayReadOnly();
    const pasted = readCells(text);
    const header = findHeader(pasted, columns);
    // Names of columns on top tell where the rest goes: from the first of them on, and as new rows.
    if (header) return pasteRows(text);
    const target = { rows, columns, ...place.range, isEnd: !hasMore };
    const { edits, added, beyond } = pasteOver(pasted, target);
    editing.edit(edits, undefined, added);
    if (added.length > 0) void say(t('pastedRows', { count: added.length }));
    if (beyond.values > 0) void say(t('pastedBeyond', { count: beyond.values }), LONG);
    if (beyond.lines > 0) void say(t('pastedUnloaded', { count: beyond.lines }), LONG);
  }

  /** All that are marked may not be all there are. */
  function copyRange(place: CommandPlace) {
    const marked = rowsIn(place);
    const loaded = marked.filter(isLoaded);
    const isAll = marked.length === rows.length;
    onCopy(rangeText(loaded, columnsIn(place)));
    if (loaded.length < marked.length || (isAll && hasMore)) {
      void say(t('copiedLoaded', { count: loaded.length }), LONG);
    }
  }

  function pasteRows(text: string) {
    if (!editing.mayEdit) return sayReadOnly();
    const pasted = readCells(text);
    const header = findHeader(pasted, columns);
    const lines = header ? pasted.slice(1) : pasted;
    const targets = header ?? columns;
    const values = pasteAsRows(lines, targets);
    const beyond = lines.reduce((sum, line) => sum + countBeyond(line, targets.length), 0);
    editing.addRows(values);
    void say(t('pastedRows', { count: values.length }));
    if (beyond > 0) void say(t('pastedBeyond', { count: beyond }), LONG);
  }

  function sayReadOnly() {
    if (editing.readOnlyReason) void say(t(`readOnly.${editing.readOnlyReason}`));
  }

  function run(command: GridCommand, place: CommandPlace) {
    const commands: Record<Exclude<GridCommand, 'paste'>, () => void> = {
      copy: () => (isMany(place) ? copyRange(place) : onCopy(undefined)),
      fillDown: () => fill(place),
      clear: () => setCells(place, nothingFor),
      removeRows: () => removeRows(rowsFor(place)),
      addRow: () => onAdded(editing.addRows([{}], place.row)[0]),
      openValue: () => onPanel(true),
      closeValue: () => onPanel(false),
    };
    if (command !== 'paste') commands[command]();
  }

  return {
    run,
    paste,
    pasteRows,
    fillSeries: (source: CellRange, target: CellRange) =>
      void fillSeries(source, target).catch(notifyError),
    setCells,
    rowsFor,
    editLoaded,
    removeRows,
    duplicateRows,
  };
}

/** One cell that was copied here is one value, whatever is in it. */
function readCells(text: string): PastedCell[][] {
  const one = findCopiedCell(text);
  return one ? [[one.value]] : readPasted(text);
}

function isLoaded({ cells, change }: GridRow): boolean {
  return cells !== undefined || change?.kind === 'insert';
}

/** What clearing a cell means: no value where there may be none, else a text without characters. */
function nothingFor(column: ShownColumn): StagedValue | undefined {
  if (column.isNullable) return { null: true };
  if (editorKindOf(column) === 'text') return { set: '' };
  return column.defaultValue === null ? undefined : { default: true };
}

/** Long enough to read what was left out. */
const LONG = 10_000;

async function say(message: string, autoClose = 3000): Promise<void> {
  const notifications = await loadNotifications();
  notifications.show({ message, autoClose, withCloseButton: autoClose === LONG });
}
