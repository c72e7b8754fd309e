import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { useExploreHref } from '../use-folder-view.ts';
import classes from './deleted-notice.module.css';
import type { LoadedDeleted } from './use-deleted.ts';

type DeletedNoticeProps = {
  deleted: LoadedDeleted;
  folder: string;
  /** How many of them are on screen. */
  count: number;
  onHide: () => void;
};

/** Says that deleted files are shown, and why there are none where the bucket keeps nothing. */
export function DeletedNotice({ deleted, folder, count, onHide }: DeletedNoticeProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const exploreHref = useExploreHref();
  const { query, isVersioned } = deleted;
  const text = query.isError
    ? `${t('deleted.failed')} ${errorText(query.error)}`
    : !isVersioned
      ? t('deleted.unversioned')
      : query.isFetching && count === 0
        ? t('deleted.reading')
        : t('deleted.shown', { count, number: number(count) });
  return (
    <div className={classes.notice} aria-live="polite">
      <Icon name="history" />
      <span className={classes.text}>{text}</span>
      {query.isError && (
        <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
          {t('deleted.retry')}
        </Button>
      )}
      {!isVersioned && (
        <Button
          size="compact-xs"
          variant="default"
          component={AppLink}
          href={exploreHref(folder, { screen: 'trash' })}
        >
          {t('deleted.toTrash')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={onHide}>
        {t('deleted.hide')}
      </Button>
    </div>
  );
}
