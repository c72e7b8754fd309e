import type { EffectPreview } from '@causeway/contract/sql/editor.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './effect-view.module.css';

const leads = { INSERT: 'inserts', UPDATE: 'updates', DELETE: 'deletes' } as const;

/** What a statement would do to which rows, told and shown. */
export function EffectView({ effect }: { effect: EffectPreview }) {
  const { t } = useTranslation('effects');
  const { number } = useFormats();
  const { command, rowCount, table, rows } = effect;
  return (
    <>
      <p className={classes.lead}>
        <b>{t(`would.${leads[command]}`, { count: rowCount, number: number(rowCount), table })}</b>{' '}
        {t('undone')}
      </p>
      <EffectTable effect={effect} />
      {rows.length > 0 && rows.every(isSame) && <p className={classes.note}>{t('same')}</p>}
      {rowCount > rows.length && (
        <p className={classes.note}>{t('first', { number: number(rows.length) })}</p>
      )}
    </>
  );
}

function isSame({ before, after }: EffectPreview['rows'][number]): boolean {
  return before !== null && after !== null && before.every((cell, at) => cell === after[at]);
}

/** Only what changes, and what tells the rows apart; all of it when rows go. */
function EffectTable({ effect }: { effect: EffectPreview }) {
  const { t } = useTranslation('effects');
  const { columns, rows, command } = effect;
  const isShown = columns.map(
    ({ isKey }, at) =>
      command === 'DELETE' ||
      isKey ||
      rows.some(({ before, after }) => !before || before[at] !== after?.[at]),
  );
  const places = columns.flatMap((_, at) => (isShown[at] ? [at] : []));
  if (rows.length === 0) return <p className={classes.note}>{t('nothing')}</p>;
  return (
    // The table scrolls, which a keyboard needs a tab stop for.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.frame} tabIndex={0} aria-label={t('title')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {places.map((at) => (
              <th key={at}>{columns[at]?.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ before, after }, row) => (
            <tr
              // Rows have no other name than their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={row}
              data-removed={after === null || undefined}
              data-added={(command === 'INSERT' && before === null) || undefined}
            >
              {places.map((at) => {
                const [old, now] = [before?.[at], after?.[at]];
                const isChanged = after !== null && before !== null && old !== now;
                return (
                  <td key={at} data-changed={isChanged || undefined}>
                    {isChanged ? (
                      <>
                        <del>{old ?? 'NULL'}</del> <ins>{now ?? 'NULL'}</ins>
                      </>
                    ) : (
                      ((after ? now : old) ?? <i>NULL</i>)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
