import { delimiters } from '@causeway/contract/exports.ts';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { canBeGzipped, type ExportDraft } from './export-draft.ts';
import classes from './export-dialog.module.css';

type FormatOptionsProps = {
  draft: ExportDraft;
  onChange: (change: Partial<ExportDraft>) => void;
};

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

/** What a format leaves open. Raw CSV reads back as it was; what is made for a spreadsheet need not. */
export function FormatOptions({ draft, onChange }: FormatOptionsProps) {
  const { t } = useTranslation('exports');
  const { format } = draft;
  if (!canBeGzipped(format)) return null;
  const toggle = (name: 'header' | 'spreadsheetSafe' | 'byteOrderMark' | 'gzip') => (
    <Checkbox
      key={name}
      size="xs"
      label={t(`options.${name}`)}
      description={t(`options.${name}Line`)}
      checked={draft[name]}
      onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
    />
  );
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('options.label')}</legend>
      <div className={classes.optionGrid}>
        {format === 'csv' && (
          <>
            <NativeSelect
              size="xs"
              label={t('options.delimiter')}
              value={draft.delimiter}
              data={delimiters.map((value) => ({
                value,
                label: t(`delimiter.${delimiterNames[value]}`),
              }))}
              onChange={({ currentTarget: { value } }) =>
                onChange({ delimiter: delimiters.find((one) => one === value) ?? ',' })
              }
            />
            {toggle('header')}
            {toggle('spreadsheetSafe')}
            {toggle('byteOrderMark')}
          </>
        )}
        {(format === 'json' || format === 'ndjson') && (
          <Checkbox
            size="xs"
            label={t('options.numbers')}
            description={t('options.numbersLine')}
            checked={draft.numbers === 'number'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ numbers: checked ? 'number' : 'text' })
            }
          />
        )}
        {toggle('gzip')}
      </div>
    </fieldset>
  );
}
