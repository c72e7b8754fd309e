import { Checkbox, Radio, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import { listRowChoices, type ExportDraft } from './export-draft.ts';
import classes from './export-dialog.module.css';
import { countSelected, type ExportedTable } from './export-subject.ts';

type RowsChoiceProps = {
  subject: ExportedTable;
  draft: ExportDraft;
  onChange: (change: Partial<ExportDraft>) => void;
};

/** Which rows and columns of a table leave it. */
export function RowsChoice({ subject, draft, onChange }: RowsChoiceProps) {
  const { t } = useTranslation('exports');
  const { number } = useFormats();
  const choices = listRowChoices(subject);
  const count = countSelected(subject);
  const isByLook = draft.rows === 'selected' && subject.selectedKeys.length === 0;
  return (
    <div className={classes.pair}>
      <Radio.Group
        label={t('rows.label')}
        value={draft.rows}
        onChange={(value) => onChange({ rows: value })}
      >
        <div className={classes.options}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              size="xs"
              value={choice}
              label={t(`rows.${choice}`, { count, number: number(count) })}
            />
          ))}
        </div>
      </Radio.Group>
      <ColumnsChoice
        subject={subject}
        columns={draft.columns}
        onChange={(columns) => onChange({ columns })}
      />
      {isByLook && <p className={classes.note}>{t('rows.byLook')}</p>}
    </div>
  );
}

type ColumnsChoiceProps = {
  subject: ExportedTable;
  columns: string[];
  onChange: (columns: string[]) => void;
};

function ColumnsChoice({ subject, columns, onChange }: ColumnsChoiceProps) {
  const { t } = useTranslation('exports');
  const [isOpen, setIsOpen] = useState(false);
  const all = subject.columns.map(({ name }) => name);
  const isAll = columns.length === all.length;

  /** Columns that are added stand where they stand on screen, the hidden ones behind them. */
  function toggle(name: string) {
    const order = [...subject.shown, ...all.filter((one) => !subject.shown.includes(one))];
    const wanted = columns.includes(name)
      ? columns.filter((one) => one !== name)
      : order.filter((one) => one === name || columns.includes(one));
    onChange(wanted);
  }

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('columns.label')}</legend>
      <UnstyledButton
        className={classes.opener}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        {isAll
          ? t('columns.all', { count: all.length })
          : t('columns.some', { shown: columns.length, all: all.length })}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.columns}>
          <Checkbox
            size="xs"
            label={t('columns.every')}
            checked={isAll}
            indeterminate={!isAll && columns.length > 0}
            onChange={() => onChange(isAll ? [] : all)}
          />
          {subject.columns.map(({ name, label }) => (
            <Checkbox
              key={name}
              size="xs"
              label={label}
              checked={columns.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </div>
      )}
      {columns.length === 0 && <p className={classes.problem}>{t('columns.none')}</p>}
    </fieldset>
  );
}
