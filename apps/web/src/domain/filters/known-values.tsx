import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { Checkbox } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './filter-form.module.css';

/** A value and the part of all rows that have it, where that is known. */
export type KnownValue = { value: string; share?: number };

/** Who knows which values a column has; nobody, where there are no statistics to ask. */
export const KnownValuesContext = createContext<
  ((column: string) => UseQueryOptions<KnownValue[]>) | undefined
>(undefined);

type KnownValuesProps = {
  column: TableColumn;
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

/** Values to tick, the most common first; others are still typed. */
export function KnownValues({ column, chosen, onChange }: KnownValuesProps) {
  const { t } = useTranslation('filters');
  const formats = useFormats();
  const ask = use(KnownValuesContext);
  const { data = [] } = useQuery({
    ...(ask?.(column.name) ?? { queryKey: ['known-values', 'none'], queryFn: () => [] }),
    enabled: ask !== undefined,
  });
  const shares = new Map(data.map(({ value, share }) => [value, share]));
  const values = [...new Set([...shares.keys(), ...(column.enumValues ?? [])])];
  if (values.length === 0) return null;
  return (
    <fieldset className={classes.known} aria-label={t('filter.known')}>
      {values.map((value) => {
        const share = shares.get(value);
        const isChosen = chosen.includes(value);
        return (
          <Checkbox
            key={value}
            size="xs"
            checked={isChosen}
            label={
              <span className={classes.knownValue}>
                <span>{value}</span>
                {share !== undefined && (
                  <span className={classes.share}>{formats.percent(share)}</span>
                )}
              </span>
            }
            onChange={() =>
              onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])
            }
          />
        );
      })}
    </fieldset>
  );
}
