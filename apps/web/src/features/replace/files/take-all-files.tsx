import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from '../match-row.module.css';

type TakeAllFilesProps = { taken: number; count: number; onTake: (isTaken: boolean) => void };

export function TakeAllFiles({ taken, count, onTake }: TakeAllFilesProps) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  return (
    <Checkbox
      className={classes.all}
      size="xs"
      label={t('files.ticked', { count, taken: number(taken), number: number(count) })}
      checked={taken === count}
      indeterminate={taken > 0 && taken < count}
      onChange={({ currentTarget: { checked } }) => onTake(checked)}
    />
  );
}
