import { useTranslation } from 'react-i18next';
import classes from './parsed-cell.module.css';

const MOST_SHOWN = 200;

/** NULL, an empty text and a value are three things, and look like it; a value takes one line. */
export function ParsedCell({ cell }: { cell: string | null }) {
  const { t } = useTranslation('imports');
  if (cell === null) return <span className={classes.nothing}>NULL</span>;
  if (cell === '') return <span className={classes.nothing}>{t('cell.empty')}</span>;
  const shown = cell.length > MOST_SHOWN ? `${cell.slice(0, MOST_SHOWN)}…` : cell;
  return (
    <span className={classes.cell} title={cell.length > 40 ? cell.slice(0, 2_000) : undefined}>
      {shown.replaceAll(/\r\n|\r|\n/g, '↵')}
    </span>
  );
}
