import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { columnOfType } from '#domain/data-grid/cell-display.ts';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import { prettyJson } from '#domain/value-editors/pretty-json.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Field } from './result-grid-columns.tsx';
import type { Cell } from './result-rows.ts';
import classes from './value-panel.module.css';

type ValuePanelProps = {
  field: Field | undefined;
  cell: Cell | undefined;
  row: number;
  onNull: (() => void) | undefined;
  onClose: () => void;
};

const LONGEST = 100_000;

/** One value in full. */
export function ValuePanel({ field, cell, row, onNull, onClose }: ValuePanelProps) {
  const { t } = useTranslation('sql');
  if (!field) return null;
  const isJson = field.type === 'json' || field.type === 'jsonb';
  const text = cell === null || cell === undefined ? '' : String(cell);
  const shown = isJson ? prettyJson(text) : text;
  return (
    <aside className={classes.panel} aria-label={t('value.label')}>
      <header className={classes.header}>
        <h3 className={classes.title}>{field.name}</h3>
        <span className={classes.type}>{field.type}</span>
        <CopyButton value={text} />
        <ActionIcon size={24} variant="subtle" aria-label={t('value.close')} onClick={onClose}>
          <Icon name="close" size={14} />
        </ActionIcon>
      </header>
      <p className={classes.row}>{t('value.row', { number: row + 1 })}</p>
      {text === '' ? (
        <p className={classes.nothing}>
          <CellView cell={cell ?? null} column={columnOfType(field.type)} />
        </p>
      ) : (
        // A long value scrolls, which a keyboard needs a tab stop for.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={classes.text} tabIndex={0}>
          {shown.slice(0, LONGEST)}
        </pre>
      )}
      {onNull && cell !== null && (
        <Button size="compact-sm" variant="default" className={classes.null} onClick={onNull}>
          {t('value.null')}
        </Button>
      )}
    </aside>
  );
}
