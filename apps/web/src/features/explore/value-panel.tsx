import type { TableDetails } from '@causeway/contract/tables.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazy, Suspense } from 'react';
import { displayOf, type Cell } from './cell-display.ts';
import { CellView } from './cell-view.tsx';
import { prettyJson } from '#platform/value-editors/pretty-json.ts';
import { cellIn, type GridRow } from './editing/grid-rows.ts';
import type { PanelEditing } from './editing/panel-editor.tsx';
import type { ShownColumn } from './table-columns.ts';
import classes from './value-panel.module.css';

const PanelEditor = lazy(() => import('./editing/panel-editor.tsx'));

/** Longer texts would hold up the page; copying takes all of it. */
const LONGEST_SHOWN = 100_000;

/** Shorter ones are counted at a glance. */
const LONG = 60;

export type RowLink = { key: string; label: string; href: string };

type ValuePanelProps = {
  row: GridRow | undefined;
  column: ShownColumn | undefined;
  columns: ShownColumn[];
  /** Where foreign keys of the row lead to, and who refers to it. */
  links: RowLink[];
  /** The page of the row, where it has one. */
  pageHref?: string | undefined;
  /** Undefined where nothing can be changed. */
  editing?: PanelEditing | undefined;
  onColumn: (name: string) => void;
  onClose?: () => void;
};

/** One value in full, and below it the row it belongs to. */
export function ValuePanel(props: ValuePanelProps) {
  const { row, column, columns, links, pageHref, editing, onColumn, onClose } = props;
  const { t } = useTranslation('explore');
  const cell = column && row && cellIn(row, column);
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{column?.label ?? t('panel.title')}</h2>
        <span className={classes.type}>{column?.exactType}</span>
        {cell !== undefined && <CopyButton value={cell === null ? '' : String(cell)} />}
        {onClose && (
          <ActionIcon size={24} aria-label={t('panel.close')} onClick={onClose}>
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </header>
      {!row || !column || cell === undefined ? (
        <p className={classes.hint}>{t('panel.none')}</p>
      ) : (
        <>
          {editing?.isEditable(row, column) ? (
            <div className={classes.value}>
              <Suspense fallback={null}>
                <PanelEditor
                  key={`${row.index} ${column.name}`}
                  row={row}
                  column={column}
                  editing={editing}
                />
              </Suspense>
            </div>
          ) : (
            <Value cell={cell} column={column} />
          )}
          {links.length > 0 && (
            <section className={classes.part}>
              <h3>{t('panel.related')}</h3>
              <ul className={classes.links}>
                {links.map(({ key, label, href }) => (
                  <li key={key}>
                    <AppLink href={href}>
                      <Icon name="arrowRight" size={13} /> {label}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section className={classes.part}>
            <h3>
              {row.index < 0 ? t('panel.newRow') : t('panel.row', { number: row.index + 1 })}
              {pageHref && <AppLink href={pageHref}>{t('panel.open')}</AppLink>}
            </h3>
            <ul className={classes.fields}>
              {columns.map((one) => (
                <li key={one.name}>
                  <button
                    type="button"
                    aria-current={one.name === column.name || undefined}
                    onClick={() => onColumn(one.name)}
                  >
                    <span className={classes.name}>{one.label}</span>
                    <span className={classes.short}>
                      <CellView cell={cellIn(row, one) ?? null} column={one} />
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

function Value({ cell, column }: { cell: Cell; column: ShownColumn }) {
  const { t } = useTranslation('explore');
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

type LinksInput = {
  details: TableDetails;
  /** The value of a column of this row; undefined or null leads nowhere. */
  valueOf: (column: string) => Cell | undefined;
  hrefTo: (
    target: { schema: string; table: string },
    columns: string[],
    values: (string | number | boolean)[],
  ) => string;
};

/** References of the row to others, then references of others to it. */
export function listRowLinks({ details, valueOf, hrefTo }: LinksInput): RowLink[] {
  const read = (columns: string[]) => {
    const values = columns.map(valueOf);
    return values.every((value) => value !== null && value !== undefined) ? values : undefined;
  };
  const away = details.foreignKeys.flatMap(({ name, columns, references }) => {
    const values = read(columns);
    if (!values) return [];
    const label = `${references.table} · ${references.columns.join(', ')} = ${values.join(', ')}`;
    return { key: `to ${name}`, label, href: hrefTo(references, references.columns, values) };
  });
  const back = details.referencedBy.flatMap(({ name, columns, from }) => {
    const values = read(columns);
    if (!values) return [];
    const label = `${from.table} · ${from.columns.join(', ')} = ${values.join(', ')}`;
    return { key: `from ${from.table} ${name}`, label, href: hrefTo(from, from.columns, values) };
  });
  return [...away, ...back];
}
