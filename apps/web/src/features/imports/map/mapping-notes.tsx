import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { MappedColumn } from '../plan/make-plan.ts';
import classes from './mapping-table.module.css';

type MappingNotesProps = {
  column: MappedColumn;
  nullWords: readonly string[];
  onNullWord: (word: string) => void;
  /** Undefined where the type is the table's and not to be chosen. */
  onType: ((type: string) => void) | undefined;
};

/** What reading all rows brought to light about a column. */
export function MappingNotes({ column, nullWords, onNullWord, onType }: MappingNotesProps) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const { analysis } = column;
  if (!analysis) return null;
  const { turnedAt, turnedFrom, empty, type } = analysis;
  const words = analysis.nullWords.filter(({ word }) => !nullWords.includes(word));
  return (
    <>
      {turnedAt !== null && (
        <span className={classes.warning}>
          {t('map.turned', { line: number(turnedAt), type })}{' '}
          {onType && turnedFrom !== null && turnedFrom !== column.type && (
            <button type="button" className={classes.act} onClick={() => onType(turnedFrom)}>
              {t('map.useType', { type: turnedFrom })}
            </button>
          )}
        </span>
      )}
      {empty > 0 && (
        <span className={classes.note}>
          {t('map.empty', { count: empty, number: number(empty) })}
        </span>
      )}
      {words.map(({ word, count }) => (
        <span key={word} className={classes.note}>
          {t('map.word', { word, number: number(count) })}{' '}
          <button type="button" className={classes.act} onClick={() => onNullWord(word)}>
            {t('map.asNull')}
          </button>
        </span>
      ))}
    </>
  );
}
