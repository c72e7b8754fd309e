import { isNumberType } from '@causeway/contract/artifacts.ts';
import type { AskingTile, TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { numberStyles, type ColumnFormat } from '@causeway/contract/number-formats.ts';
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { ColourRules } from './colour-rules.tsx';
import classes from './inspector.module.css';

type FormatsOfTileProps = {
  tile: AskingTile;
  query: Extract<TileQuery, { state: 'ready' }>;
  onFormats: (formats: ColumnFormat[]) => void;
};

const ALL = '';

/** How numbers are written: all of the tile, or those of one column. */
export function FormatsOfTile({ tile, query, onFormats }: FormatsOfTileProps) {
  const { t } = useTranslation('dashboards');
  const { data } = useQuery(tileRowsQuery(query, tile.parameters));
  const [chosen, setChosen] = useState(ALL);
  const formats = tile.formats ?? [];
  const column = chosen === ALL ? null : chosen;
  const format = formats.find((one) => one.column === column);
  const numbers = (data?.fields ?? []).filter(({ type }) => isNumberType(type));

  function put(next: ColumnFormat | undefined) {
    const others = formats.filter((one) => one.column !== column);
    onFormats(next ? [...others, next] : others);
  }
  const change = (part: Partial<ColumnFormat>) =>
    put({ ...(format ?? { column, style: 'number' }), ...part });

  return (
    <>
      {numbers.length > 1 && (
        <NativeSelect
          label={t('format.column')}
          value={chosen}
          data={[
            { value: ALL, label: t('format.all') },
            ...numbers.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      )}
      <NativeSelect
        label={t('format.style')}
        value={format?.style ?? ''}
        data={[
          { value: '', label: t('format.styles.none') },
          ...numberStyles.map((style) => ({ value: style, label: t(`format.styles.${style}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const style = numberStyles.find((one) => one === value);
          if (!style) return put(undefined);
          change({ style, ...(style === 'currency' && { currency: format?.currency ?? 'EUR' }) });
        }}
      />
      {format && <FormatFields format={format} onChange={change} />}
      {format && <ColourRules format={format} onChange={change} />}
    </>
  );
}

type FormatFieldsProps = {
  format: ColumnFormat;
  onChange: (part: Partial<ColumnFormat>) => void;
};

function FormatFields({ format, onChange }: FormatFieldsProps) {
  const { t } = useTranslation('dashboards');
  const { style } = format;
  return (
    <>
      {style === 'currency' && (
        <TextInput
          label={t('format.currency')}
          defaultValue={format.currency}
          maxLength={3}
          onChange={({ currentTarget: { value } }) => {
            const code = value.toUpperCase();
            if (code.length === 3) onChange({ currency: code });
          }}
        />
      )}
      {style === 'percent' && (
        <Checkbox
          label={t('format.isShare')}
          checked={format.isShare ?? false}
          onChange={({ currentTarget: { checked } }) => onChange({ isShare: checked })}
        />
      )}
      {style !== 'bytes' && style !== 'duration' && (
        <>
          <div className={classes.sizes}>
            <NumberInput
              label={t('format.decimals')}
              placeholder={t('format.decimalsAuto')}
              value={format.decimals ?? ''}
              min={0}
              max={10}
              onChange={(decimals) =>
                onChange({ decimals: typeof decimals === 'number' ? decimals : undefined })
              }
            />
            <TextInput
              label={t('format.unit')}
              value={format.unit ?? ''}
              maxLength={20}
              onChange={({ currentTarget: { value } }) => onChange({ unit: value || undefined })}
            />
          </div>
          <Checkbox
            label={t('format.isCompact')}
            checked={format.isCompact ?? false}
            onChange={({ currentTarget: { checked } }) => onChange({ isCompact: checked })}
          />
        </>
      )}
    </>
  );
}
