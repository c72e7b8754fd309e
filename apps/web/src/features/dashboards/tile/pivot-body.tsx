import type { Cell } from '@causeway/contract/artifacts.ts';
import type { Pivot } from '@causeway/contract/dashboards/dashboards.ts';
import { formatOf, toneOf, type ColumnFormat } from '@causeway/contract/number-formats.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { useTranslation } from 'react-i18next';
import { numberOf } from '@causeway/contract/drawing/chart-data.ts';
import { writeValue } from '@causeway/contract/drawing/write-value.ts';
import { guessPivot, readPivot } from '@causeway/contract/drawing/pivot-reading.ts';
import { TileNote } from './tile-note.tsx';
import classes from './pivot-body.module.css';
import { ToneMark } from './tone-mark.tsx';

type PivotBodyProps = {
  title: string;
  result: QueryRows;
  pivot: Pivot | null;
  formats: readonly ColumnFormat[] | undefined;
};

/** One name down, one across, a number where they meet. */
export function PivotBody({ title, result, pivot: kept, formats }: PivotBodyProps) {
  const { t, i18n } = useTranslation('dashboards');
  const pivot = kept ?? guessPivot(result);
  const reading = pivot && readPivot(pivot, result);
  if (!pivot || !reading) {
    return <TileNote>{t(kept ? 'tile.pivotGone' : 'tile.pivotNeeds')}</TileNote>;
  }
  const format = formatOf(formats, pivot.value);
  const nameOf = (cell: Cell) => {
    if (cell === '') return t('filters.emptyText');
    return cell === null ? t('charts:empty') : String(cell);
  };
  const write = (cell: Cell | undefined) => {
    if (cell === undefined || cell === null) return '';
    const number = numberOf(cell);
    const tone = number === null ? undefined : toneOf(format, number);
    return (
      <>
        {tone && <ToneMark tone={tone} />}
        {writeValue(String(cell), format, { language: i18n.language, mostDigits: 20 })}
      </>
    );
  };
  const isCut = reading.isCut || result.hasMore;
  const { totals } = reading;
  const isUntold = pivot.hasTotals && !totals;
  return (
    <div className={classes.pivot}>
      {/* Without a tab stop a keyboard could not scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.frame} aria-label={t('tile.rows', { name: title })} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{pivot.row}</th>
              {reading.columns.map((cell) => (
                <th key={`${typeof cell} ${String(cell)}`} scope="col" data-number>
                  {nameOf(cell)}
                </th>
              ))}
              {totals && (
                <th scope="col" data-number data-total>
                  {t('tile.total')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {reading.rows.map(({ key, cells, total }) => (
              <tr key={`${typeof key} ${String(key)}`}>
                <th scope="row">{nameOf(key)}</th>
                {reading.columns.map((cell, at) => (
                  <td key={`${typeof cell} ${String(cell)}`} data-number>
                    {write(cells[at])}
                  </td>
                ))}
                {totals && (
                  <td data-number data-total>
                    {write(total)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                <th scope="row">{t('tile.total')}</th>
                {reading.columns.map((cell, at) => (
                  <td key={`${typeof cell} ${String(cell)}`} data-number>
                    {write(totals.cells[at])}
                  </td>
                ))}
                <td data-number data-total>
                  {write(totals.all)}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {(reading.isAmbiguous || isCut || isUntold) && (
        <TileNote isFoot>
          {reading.isAmbiguous && t('charts:ambiguous')} {isCut && t('tile.pivotCut')}{' '}
          {isUntold && t('tile.noTotals')}
        </TileNote>
      )}
    </div>
  );
}
