import { exportFormats, type ExportFormat } from '@causeway/contract/exports.ts';
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './export-dialog.module.css';

type FormatChoiceProps = { format: ExportFormat; onChange: (format: ExportFormat) => void };

const shownFirst: ExportFormat[] = ['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'sql'];

/** Each with one line on what it is good for: the names alone tell little to most people. */
export function FormatChoice({ format, onChange }: FormatChoiceProps) {
  const { t } = useTranslation('exports');
  const formats = shownFirst.filter((one) => exportFormats.includes(one));
  return (
    <Radio.Group label={t('format.label')} value={format} onChange={(value) => onChange(value)}>
      <div className={classes.formats}>
        {formats.map((one) => (
          <Radio.Card key={one} value={one} className={classes.format}>
            <span className={classes.formatName}>{t(`format.${one}`)}</span>
            <span className={classes.formatLine}>{t(`format.${one}Line`)}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
