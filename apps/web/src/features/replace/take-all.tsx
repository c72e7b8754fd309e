import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './match-row.module.css';
import type { RowChoice } from './use-chosen-rows.ts';

/** Ticks or unticks all rows that were found, those further down too; then single ones are chosen. */
export function TakeAll({ rows, found }: { rows: RowChoice; found: number }) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const { isAll, named } = rows.choice;
  const taken = isAll ? found - named.size : named.size;
  return (
    <Checkbox
      className={classes.all}
      size="xs"
      label={t('matches.all', { count: found, taken: number(taken), number: number(found) })}
      checked={isAll && named.size === 0}
      indeterminate={named.size > 0 && taken > 0}
      onChange={({ currentTarget: { checked } }) => rows.takeAll(checked)}
    />
  );
}
