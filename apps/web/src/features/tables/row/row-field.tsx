import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ValueMenu } from '#domain/value-editors/value-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { ColumnEditor } from '#domain/data-grid/column-editor.tsx';
import classes from './row-field.module.css';
import { isComputed, type CellEdit } from '#domain/row-drafts/stage.ts';
import { ValueText } from '#domain/data-grid/value-text.tsx';

type RowFieldProps = {
  connectorId: string;
  column: ShownColumn;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  /** What it was; undefined in a new row. */
  before: string | null | undefined;
  isChanged: boolean;
  isReadOnly: boolean;
  /** What the database said about it. */
  problem: string | undefined;
  onChange: (edits: CellEdit[], session: unknown) => void;
};

/** One column of a row page: its name, type and rules, and the field for its value. */
export function RowField(props: RowFieldProps) {
  const { connectorId, column, valueOf, before, isChanged, isReadOnly, problem, onChange } = props;
  const { t } = useTranslation('edits');
  const [session] = useState(() => Symbol('field'));
  const change = (value: StagedValue | undefined) =>
    onChange([{ column: column.name, value }], session);
  const isLocked = isReadOnly || isComputed(column);
  return (
    <section
      className={classes.field}
      data-changed={isChanged ? (before === undefined ? 'added' : 'changed') : undefined}
      aria-label={column.label}
    >
      <div className={classes.head}>
        <span className={classes.label} title={column.name}>
          {column.label}
        </span>
        {column.isKey && <Icon name="key" size={12} label={t('row.key')} />}
        <code className={classes.type}>{column.exactType}</code>
        <span className={classes.facts}>
          {!column.isNullable && t('row.required')}
          {column.defaultValue !== null && (
            <span title={column.defaultValue}>
              {t('row.default', { value: column.defaultValue })}
            </span>
          )}
        </span>
        {isChanged && before !== undefined && (
          <span className={classes.changed}>{t('row.changed')}</span>
        )}
        {!isLocked && (
          <ValueMenu
            column={column}
            label={column.label}
            onChange={change}
            onRevert={isChanged ? () => change(undefined) : undefined}
          />
        )}
      </div>
      {isComputed(column) ? (
        <Computed column={column} value={valueOf(column.name)} />
      ) : (
        <ColumnEditor
          {...{ connectorId, column, valueOf, isReadOnly }}
          onChange={(edits) => onChange(edits, session)}
        />
      )}
      {isChanged && before !== undefined && (
        <p className={classes.before} data-values>
          {t('row.was')} <ValueText value={before} />
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {column.description && <p className={classes.note}>{column.description}</p>}
    </section>
  );
}

/** Filled in by the database itself; says how. */
function Computed({ column, value }: { column: ShownColumn; value: StagedValue | undefined }) {
  const { t } = useTranslation('edits');
  return (
    <div className={classes.computed}>
      <Icon name="lock" size={13} />
      <span className={classes.value} data-values>
        {value ? <ValueText value={value} /> : <em>{t('automatic')}</em>}
      </span>
      <span className={classes.note}>
        {column.generated
          ? t('row.generated', { expression: column.expression ?? '' })
          : t('row.identity')}
      </span>
    </div>
  );
}
