import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import { keyFilters } from '#domain/filters/filter-choices.ts';
import { totalQuery } from '../tables-query.ts';
import { useTableLabels } from '../list/use-table-labels.ts';
import { useTableHref } from '../use-table-view.ts';
import classes from './reverse-references.module.css';

/** Rows of another table that point at this one. */
export type BackReference = {
  key: string;
  from: { schema: string; table: string; columns: string[] };
  values: string[];
};

export function backReferences(
  details: TableDetails,
  valueOf: (column: string) => Cell | undefined,
): BackReference[] {
  return details.referencedBy.flatMap(({ name, columns, from }) => {
    const values = columns.map(valueOf);
    if (values.some((value) => value === null || value === undefined)) return [];
    return { key: `${from.schema}.${from.table}.${name}`, from, values: values.map(String) };
  });
}

type ReverseReferencesProps = {
  connectorId: string;
  references: BackReference[];
  onOpen?: () => void;
};

/** Who points at a row. Counting may take a while in large tables, so it waits until it is asked for. */
export function ReverseReferences({ connectorId, references, onOpen }: ReverseReferencesProps) {
  const { t } = useTranslation('tables');
  const { number } = useFormats();
  const hrefOf = useTableHref();
  const labelOf = useTableLabels();
  const [isCounting, setIsCounting] = useState(false);
  const filtersOf = ({ from, values }: BackReference) => keyFilters(from.columns, values);
  const counts = useQueries({
    queries: references.map((one) => ({
      ...totalQuery(connectorId, one.from, { filters: filtersOf(one), where: '' }),
      enabled: isCounting,
      staleTime: 10_000,
    })),
  });
  if (references.length === 0) return null;
  return (
    <section className={classes.references}>
      <h3 className={classes.title}>
        {t('related.back')}
        {!isCounting && (
          <UnstyledButton className={classes.count} onClick={() => setIsCounting(true)}>
            {t('related.count')}
          </UnstyledButton>
        )}
      </h3>
      <ul className={classes.list}>
        {references.map((one, place) => (
          <li key={one.key}>
            <AppLink
              className={classes.link}
              href={hrefOf(one.from, { filters: filtersOf(one) })}
              onClick={onOpen}
            >
              <Icon name="arrowLeft" size={13} />
              <span className={classes.name} title={labelOf(one.from)}>
                {labelOf(one.from)}
              </span>
              <span className={classes.column}>{one.from.columns.join(', ')}</span>
              {isCounting && (
                <span className={classes.figure}>
                  {figureOf(counts[place], number) ?? t('related.unknown')}
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Counted = { data?: { total: number | null } | undefined; isError: boolean } | undefined;

function figureOf(counted: Counted, number: (value: number) => string): string | undefined {
  if (counted?.isError) return undefined;
  return typeof counted?.data?.total === 'number' ? number(counted.data.total) : '…';
}
