import {
  previewRoutes,
  type TablePreview as TableWindow,
} from '@causeway/contract/storage/previews.ts';
import { Button, NativeSelect } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import type { ObjectItem } from '../storage-query.ts';
import classes from './table-preview.module.css';
import { TextPreview } from './text-preview.tsx';
import { isErrorBody } from '#platform/api/client.ts';

const PAGE_ROWS = 200;

function tableQuery(bucket: Bucket, key: string, sheet: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...storageKey(bucket.connectorId, 'object', key, 'table'), sheet ?? ''],
    queryFn: ({ signal, pageParam: offset }): Promise<TableWindow> =>
      api.call(
        previewRoutes.table,
        {
          query: {
            ...inBucket(bucket),
            path: key,
            offset,
            limit: PAGE_ROWS,
            ...(sheet !== undefined && { sheet }),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * PAGE_ROWS : undefined),
  });
}

/** The rows of a CSV, Parquet or workbook file; what is no table after all is shown as text. */
export default function TablePreview({ bucket, item }: { bucket: Bucket; item: ObjectItem }) {
  const { t } = useTranslation('storage');
  const [sheet, setSheet] = useState<string>();
  const table = useInfiniteQuery(tableQuery(bucket, item.path, sheet));
  const first = table.data?.pages[0];
  if (table.isError && isErrorBody(table.error) && table.error.code === 'E_TABLE_UNREADABLE') {
    return <TextPreview bucket={bucket} item={item} />;
  }
  if (table.isError && !first) {
    return (
      <div className={classes.message}>
        <ErrorState
          error={table.error}
          title={t('preview.failed')}
          onRetry={() => void table.refetch()}
          isRetrying={table.isFetching}
        />
      </div>
    );
  }
  if (!first) return <SkeletonTable rows={14} columns={5} />;
  const areNumbers = first.columns.map(({ type }, place) => {
    return type ? isNumber(type) : looksLikeNumbers(first.rows.map((row) => row[place]));
  });
  return (
    <div className={classes.preview}>
      <Facts
        first={first}
        shown={table.data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0}
        onSheet={setSheet}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroll} tabIndex={0} aria-label={item.name}>
        <table className={classes.table}>
          <thead>
            <tr>
              {first.columns.map(({ name, type }, place) => (
                // Columns of a file may have the same name.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={place} scope="col" data-number={areNumbers[place] || undefined}>
                  {name}
                  {type && <span className={classes.type}>{type}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.data?.pages.flatMap(({ rows }, page) =>
              rows.map((row, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={page * PAGE_ROWS + place}>
                  {row.map((value, column) => (
                    <td
                      // oxlint-disable-next-line react/no-array-index-key
                      key={column}
                      data-null={value === null || undefined}
                      data-number={areNumbers[column] || undefined}
                    >
                      {value ?? 'NULL'}
                    </td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
        {table.hasNextPage && (
          <Button
            className={classes.more}
            size="compact-sm"
            variant="default"
            loading={table.isFetchingNextPage}
            onClick={() => void table.fetchNextPage()}
          >
            {t('preview.moreRows')}
          </Button>
        )}
      </section>
    </div>
  );
}

function isNumber(type: string): boolean {
  return /int|double|float|decimal|number/i.test(type);
}

/** Files without types: figures stand below each other by their last digit. */
function looksLikeNumbers(values: (string | null | undefined)[]): boolean {
  const known = values.filter((value) => value !== null && value !== undefined && value !== '');
  return known.length > 0 && known.every((value) => /^[-+]?\d[\d.,]*(e[-+]?\d+)?$/i.test(value!));
}

type FactsProps = { first: TableWindow; shown: number; onSheet: (sheet: string) => void };

function Facts({ first, shown, onSheet }: FactsProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const rows =
    first.totalRows === null
      ? t('preview.rows', { count: shown, number: number(shown) })
      : t('preview.rowsOf', { shown: number(shown), total: number(first.totalRows) });
  return (
    <div className={classes.facts}>
      <span className={classes.format}>{first.format}</span>
      <span>{rows}</span>
      <span>{t('preview.columns', { count: first.columns.length })}</span>
      {first.sheets && first.sheets.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('preview.sheet')}
          data={first.sheets}
          value={first.sheet ?? ''}
          onChange={(event) => onSheet(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
