import {
  dateOrders,
  encodings,
  importFormats,
  plainReadOptions,
  type ReadOptions,
} from '@causeway/contract/imports/plan.ts';
import type { ImportPreview } from '@causeway/contract/imports/records.ts';
import { Button, Checkbox, NativeSelect, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { CharacterField } from './character-field.tsx';
import { fieldsOf, type ReadField } from './read-choices.ts';
import classes from './read-step.module.css';

type ReadFieldsProps = {
  /** What was chosen; the rest is detected. */
  chosen: Partial<ReadOptions>;
  preview: ImportPreview | undefined;
  onChange: (chosen: Partial<ReadOptions>) => void;
};

/** Each field shows what counts, and whether it was found out or chosen. */
export function ReadFields({ chosen, preview, onChange }: ReadFieldsProps) {
  const { t } = useTranslation('imports');
  const read = { ...(preview?.read ?? plainReadOptions), ...chosen };
  const choose = <Field extends ReadField>(field: Field, value: ReadOptions[Field]) =>
    onChange({ ...chosen, [field]: value });

  function detect(field: ReadField) {
    const { [field]: _dropped, ...others } = chosen;
    onChange(others);
  }

  /** Beside a label: chosen by hand, and the way back to what was found out. */
  const labelOf = (field: ReadField): ReactNode => (
    <span className={classes.label}>
      {t(`read.${field}`)}
      {field in chosen && (
        <button type="button" className={classes.reset} onClick={() => detect(field)}>
          {t('read.detect')}
        </button>
      )}
    </span>
  );

  const fields: Record<ReadField, ReactNode> = {
    format: (
      <NativeSelect
        label={labelOf('format')}
        value={read.format}
        data={importFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
        // Another format asks other questions, so what was found out about this one is void.
        onChange={({ currentTarget: { value } }) =>
          onChange({ format: value as ReadOptions['format'] })
        }
      />
    ),
    compression: (
      <NativeSelect
        label={labelOf('compression')}
        value={read.compression}
        data={(['none', 'gzip'] as const).map((value) => ({
          value,
          label: t(`compression.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          choose('compression', value === 'gzip' ? 'gzip' : 'none')
        }
      />
    ),
    encoding: (
      <NativeSelect
        label={labelOf('encoding')}
        value={read.encoding}
        data={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={({ currentTarget: { value } }) =>
          choose('encoding', value as ReadOptions['encoding'])
        }
      />
    ),
    delimiter: (
      <CharacterField
        label={labelOf('delimiter')}
        value={read.delimiter}
        known={[',', ';', '\t', '|', ' ']}
        onChange={(value) => choose('delimiter', value)}
      />
    ),
    quote: (
      <CharacterField
        label={labelOf('quote')}
        value={read.quote}
        known={['"', "'", '']}
        onChange={(value) => choose('quote', value)}
      />
    ),
    header: (
      <Checkbox
        size="xs"
        label={labelOf('header')}
        checked={read.header}
        onChange={({ currentTarget: { checked } }) => choose('header', checked)}
      />
    ),
    skipLines: (
      <WholeNumberInput
        label={labelOf('skipLines')}
        min={0}
        max={1_000_000}
        value={read.skipLines}
        onChange={(value) => choose('skipLines', value)}
      />
    ),
    trim: (
      <Checkbox
        size="xs"
        label={labelOf('trim')}
        checked={read.trim}
        onChange={({ currentTarget: { checked } }) => choose('trim', checked)}
      />
    ),
    nullWords: (
      <TagsInput
        label={labelOf('nullWords')}
        placeholder={read.nullWords.length === 0 ? t('read.nullWordsPlaceholder') : ''}
        maxTags={20}
        splitChars={[]}
        value={read.nullWords}
        onChange={(value) => choose('nullWords', value)}
      />
    ),
    decimal: (
      <NativeSelect
        label={labelOf('decimal')}
        value={read.decimal}
        data={[
          { value: '.', label: '1,234.56' },
          { value: ',', label: '1.234,56' },
        ]}
        onChange={({ currentTarget: { value } }) => choose('decimal', value === ',' ? ',' : '.')}
      />
    ),
    dateOrder: (
      <NativeSelect
        label={labelOf('dateOrder')}
        value={read.dateOrder}
        data={dateOrders.map((value) => ({ value, label: t(`dateOrder.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          choose('dateOrder', value as ReadOptions['dateOrder'])
        }
      />
    ),
    sheet: (
      <NativeSelect
        label={labelOf('sheet')}
        value={read.sheet}
        data={preview?.sheets ?? []}
        onChange={({ currentTarget: { value } }) => choose('sheet', value)}
      />
    ),
  };

  return (
    <section className={classes.fields} aria-label={t('read.label')}>
      <div className={classes.lead}>
        <h2 className={classes.heading}>{t('read.label')}</h2>
        <p className={classes.note}>{t('read.lead')}</p>
      </div>
      {fieldsOf(read).map((field) => (
        <div key={field}>{fields[field]}</div>
      ))}
      {Object.keys(chosen).length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => onChange({})}>
          {t('read.detectAll')}
        </Button>
      )}
    </section>
  );
}
