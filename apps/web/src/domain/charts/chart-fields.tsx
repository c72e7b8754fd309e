import { isNumberType, type ResultField } from '@causeway/contract/artifacts.ts';
import { chartKinds } from '@causeway/contract/dashboards/charts.ts';
import { MultiSelect, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChartChoice } from '@causeway/contract/drawing/chart-guess.ts';
import classes from './chart-fields.module.css';

type ChartFieldsProps = {
  choice: ChartChoice;
  fields: readonly ResultField[];
  /** Below each other, with their names above them. */
  isColumn?: boolean;
  onChange: (choice: ChartChoice) => void;
};

/** They show one column of numbers, whole. */
const wholes = new Set<ChartChoice['kind']>(['pie', 'funnel']);

/** What is drawn, and how. */
export function ChartFields({ choice, fields, isColumn = false, onChange }: ChartFieldsProps) {
  const { t } = useTranslation('charts');
  const change = (next: Partial<ChartChoice>) => onChange({ ...choice, ...next });
  const named = (name: string) => (isColumn ? { label: name } : { 'aria-label': name });
  const kinds = chartKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }));
  const size = isColumn ? 'sm' : 'xs';
  return (
    <>
      <NativeSelect
        size={size}
        {...named(t('kind'))}
        value={choice.kind}
        data={kinds}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: chartKinds.find((kind) => kind === value) ?? choice.kind })
        }
      />
      <NativeSelect
        size={size}
        {...named(t('x'))}
        value={String(choice.x)}
        data={fields.map(({ name }, place) => ({ value: String(place), label: name }))}
        onChange={({ currentTarget: { value } }) => change({ x: Number(value) })}
      />
      <MultiSelect
        size={size}
        className={classes.measures}
        {...named(t('y'))}
        value={choice.ys.map(String)}
        data={fields.flatMap(({ type, name }, place) =>
          isNumberType(type) ? [{ value: String(place), label: name }] : [],
        )}
        onChange={(ys) => ys.length > 0 && change({ ys: ys.map(Number) })}
      />
      {!wholes.has(choice.kind) && (
        <NativeSelect
          size={size}
          {...named(t('series'))}
          value={choice.series === undefined ? '' : String(choice.series)}
          data={[
            { value: '', label: t('noSeries') },
            ...fields.flatMap(({ name, type }, place) =>
              isNumberType(type) || place === choice.x
                ? []
                : [{ value: String(place), label: name }],
            ),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ series: value === '' ? undefined : Number(value) })
          }
        />
      )}
    </>
  );
}
