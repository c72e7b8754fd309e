import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazy, Suspense, type ReactNode } from 'react';
import { displayOf, type Cell } from '#domain/data-grid/cell-display.ts';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import { prettyJson } from '#domain/value-editors/pretty-json.ts';
import { cellIn, type GridRow } from '../edits/grid-rows.ts';
import type { PanelEditing } from '../edits/panel-editor.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './value-panel.module.css';

const PanelEditor = lazy(() => import('../edits/panel-editor.tsx'));

/** Longer texts would hold up the page; copying takes all of it. */
const LONGEST_SHOWN = 100_000;

/** Shorter ones are counted at a glance. */
const LONG = 60;

type ValuePanelProps = {
  row: GridRow | undefined;
  column: ShownColumn | undefined;
  columns: ShownColumn[];
  /** Where foreign keys of the row lead to, and who refers to it. */
  related?: ReactNode;
  /** The page of the row, where it has one. */
  pageHref?: string | undefined;
  /** Its place among the rows is one to tell. */
  isNumbered?: boolean;
  /** Undefined where nothing can be changed. */
  editing?: PanelEditing | undefined;
  onColumn: (name: string) => void;
  onClose: () => void;
};

/** One value in full, and below it the row it belongs to. */
export function ValuePanel(props: ValuePanelProps) {
  const { row, column, columns, related, pageHref, editing, onColumn, onClose } = props;
  const { isNumbered = true } = props;
  const { t } = useTranslation('tables');
  const cell = column && row && cellIn(row, column);
  function titleOf({ index }: GridRow): string {
    if (index < 0) return t('panel.newRow');
    return isNumbered ? t('panel.row', { number: index + 1 }) : t('panel.rowHere');
  }
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{column?.label ?? t('panel.title')}</h2>
        <span className={classes.type}>{column?.exactType}</span>
        {cell !== undefined && <CopyButton value={cell === null ? '' : String(cell)} />}
        <ActionIcon size={24} aria-label={t('panel.close')} onClick={onClose}>
          <Icon name="close" size={14} />
        </ActionIcon>
      </header>
      {!row || !column || cell === undefined ? (
        <p className={classes.hint}>{t('panel.none')}</p>
      ) : (
        <>
          {editing?.isEditable(row, column) ? (
            <div className={classes.value}>
              <Suspense fallback={null}>
                <PanelEditor
                  key={`${pageHref ?? row.index} ${column.name}`}
                  row={row}
                  column={column}
                  columns={columns}
                  editing={editing}
                />
              </Suspense>
            </div>
          ) : (
            <Value cell={cell} column={column} />
          )}
          <div className={classes.related}>{related}</div>
          <section className={classes.part}>
            <h3>
              {titleOf(row)}
              {pageHref && <AppLink href={pageHref}>{t('panel.open')}</AppLink>}
            </h3>
            <ul className={classes.fields}>
              {columns.map((one) => (
                <li key={one.name}>
                  <button
                    type="button"
                    aria-current={one.name === column.name || undefined}
                    onClick={(event) => {
                      onColumn(one.name);
                      // On a small screen the panel scrolls as a whole.
                      const panel = event.currentTarget.closest('aside');
                      panel?.scrollTo({ top: 0 });
                      panel?.scrollIntoView({ block: 'start' });
                    }}
                  >
                    <span className={classes.name}>{one.label}</span>
                    <span className={classes.short}>
                      <FieldValue cell={cellIn(row, one)} column={one} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </aside>
  );
}

/** A hidden column is read only now that its row is looked at. */
function FieldValue({ cell, column }: { cell: Cell | undefined; column: ShownColumn }) {
  return cell === undefined ? '…' : <CellView cell={cell} column={column} />;
}

function Value({ cell, column }: { cell: Cell; column: ShownColumn }) {
  const { t } = useTranslation('tables');
  const { kind, text } = displayOf(cell, column);
  if (kind === 'null' || kind === 'empty' || kind === 'jsonNull') {
    return (
      <div className={classes.nothing}>
        <CellView cell={cell} column={column} />
        <span>{t(`panel.${kind}`)}</span>
      </div>
    );
  }
  const shown = kind === 'json' ? prettyJson(text) : text;
  return (
    <div className={classes.value}>
      {/* A long value scrolls, which a keyboard needs a tab stop for. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={t('panel.value')}>
        {shown.slice(0, LONGEST_SHOWN)}
      </pre>
      {text.length > LONG && (
        <p className={classes.length}>
          {t('panel.length', { count: [...text].length })}
          {shown.length > LONGEST_SHOWN && ` · ${t('panel.cut')}`}
        </p>
      )}
    </div>
  );
}
