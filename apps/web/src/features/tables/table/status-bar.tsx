import { UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats, useReaderZone } from '#platform/i18n/use-formats.ts';
import { AfterRows } from './after-rows.tsx';
import { CopySql } from './copy-sql.tsx';
import { useShownRange, type RangeStore } from '../rows/shown-range.ts';
import classes from './status-bar.module.css';
import type { Total } from '../tables-query.ts';

const TableHealth = lazy(() => import('../health/table-health.tsx'));

type StatusBarProps = {
  range: RangeStore;
  /** How many rows are there to be scrolled through so far. */
  rowCount: number;
  total: Total | undefined;
  isCounting: boolean;
  milliseconds: number | undefined;
  selectedCount: number;
  /** In which the database prints instants. */
  timeZone?: string | undefined;
  /** Columns on screen, where they are not all. */
  columns?: string[] | undefined;
  /** What else there is to say. */
  children?: ReactNode;
  onCount: () => void;
};

export function StatusBar(props: StatusBarProps) {
  const { t } = useTranslation('tables');
  const formats = useFormats();
  const readerZone = useReaderZone() ?? props.timeZone;
  const { range, rowCount, isCounting, milliseconds, selectedCount, timeZone, onCount } = props;
  // A browser takes long to write its first short number, and rows do not wait for it.
  const total = useDeferredValue(props.total, undefined);
  const isEmpty = rowCount === 0 && total?.totalIsExact === true && total.total === 0;
  return (
    <section className={classes.bar} aria-label={t('status.label')}>
      <span>
        {rowCount > 0 && <Range store={range} rowCount={rowCount} />}{' '}
        {isEmpty
          ? t('status.none')
          : total &&
            t(rowCount > 0 ? 'status.of' : 'status.rows', { total: totalText(total, formats) })}
      </span>
      {total && !total.totalIsExact && (
        <UnstyledButton className={classes.action} disabled={isCounting} onClick={onCount}>
          {t(isCounting ? 'status.counting' : 'status.count')}
        </UnstyledButton>
      )}
      {total?.totalIsExact && !isEmpty && <span>{t('status.exact')}</span>}
      {selectedCount > 0 && <span>{t('status.selected', { count: selectedCount })}</span>}
      {props.children}
      <span className={classes.end}>
        <AfterRows>
          <Suspense fallback={null}>
            <TableHealth />
          </Suspense>
        </AfterRows>
        {timeZone !== undefined && (
          <span className={classes.zone} title={t('status.timeZone')}>
            {readerZone}
          </span>
        )}
        {milliseconds !== undefined && (
          <span title={t('status.milliseconds')}>
            {formats.number(Math.max(1, Math.round(milliseconds)))} ms
          </span>
        )}
        <CopySql columns={props.columns} />
      </span>
    </section>
  );
}

function Range({ store, rowCount }: { store: RangeStore; rowCount: number }) {
  const { number } = useFormats();
  const { first, last } = useShownRange(store);
  // Before the first scroll nobody has said how much is on screen.
  const end = last >= 0 ? Math.min(last, rowCount - 1) : rowCount - 1;
  return `${number(first + 1)}–${number(end + 1)}`;
}

/** An estimate is short and says so; a count is told to the last row. */
function totalText({ total, totalIsExact }: Total, formats: ReturnType<typeof useFormats>): string {
  if (total === null) return '?';
  if (totalIsExact) return formats.number(total);
  return `~${total >= 100_000 ? formats.short(total) : formats.rounded(total)}`;
}
