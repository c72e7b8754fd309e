import type { replaceRoutes } from '@causeway/contract/replace.ts';
import type { RouteAnswer } from '@causeway/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './replace-page.module.css';

type CountLineProps = {
  count: RouteAnswer<typeof replaceRoutes.count> | undefined;
  isCounting: boolean;
};

/** Told as one types; by column where there are several. */
export function CountLine({ count, isCounting }: CountLineProps) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  if (!count) return <p className={classes.count}>{t('count.counting')}</p>;
  const { matches, rows, columns } = count;
  const found = columns.filter((one) => one.matches > 0);
  return (
    <div aria-busy={isCounting}>
      <p className={classes.count} aria-live="polite">
        {matches === 0
          ? t('count.none')
          : [
              t('count.matches', { count: matches, number: number(matches) }),
              t('count.rows', { count: rows, number: number(rows) }),
            ].join(' ')}
      </p>
      {found.length > 1 && (
        <ul className={classes.byColumn}>
          {found.map((one) => (
            <li key={one.column}>
              {one.column} <strong>{number(one.matches)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
