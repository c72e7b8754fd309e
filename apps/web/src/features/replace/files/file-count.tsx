import { MOST_FILES } from '@causeway/contract/storage/replace.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from '../replace-page.module.css';
import type { useFoundFiles } from './use-found-files.ts';

/** Told while it is looked: how often, in how many files, and how much of the bucket was seen. */
export function FileCount({ found }: { found: ReturnType<typeof useFoundFiles> }) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const { matches, files, lookedAt, isLooking, isPart, isFull } = found;
  const isNone = matches === 0 && !isLooking;
  return (
    <div aria-busy={isLooking}>
      <p className={classes.count} aria-live="polite">
        {isNone
          ? t('count.none')
          : [
              t('count.matches', { count: matches, number: number(matches) }),
              t('files.count', { count: files.length, number: number(files.length) }),
            ].join(' ')}
      </p>
      <p className={classes.note}>
        {[
          t(isLooking ? 'files.looking' : 'files.lookedAt', {
            count: lookedAt,
            number: number(lookedAt),
          }),
          ...(isFull ? [t('files.full', { number: number(MOST_FILES) })] : []),
          ...(isPart && !isFull ? [t('files.part')] : []),
        ].join(' · ')}{' '}
        {isLooking && (
          <Button size="compact-xs" variant="subtle" onClick={found.stop}>
            {t('files.stop')}
          </Button>
        )}
        {isPart && !isFull && (
          <Button size="compact-xs" variant="subtle" onClick={found.goOn}>
            {t('files.goOn')}
          </Button>
        )}
      </p>
    </div>
  );
}
