import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { commentsQuery } from '../outside/outside-queries.ts';
import { usePlace } from '../outside/use-place.ts';
import classes from './comment-mark.module.css';

const CommentsDialog = lazy(() => import('../outside/comments-dialog.tsx'));

type CommentMarkProps = { tileId: string; title: string };

/** That people talk about a tile is seen without opening its menu; what is settled is out of the way. */
export function CommentMark({ tileId, title }: CommentMarkProps) {
  const { t } = useTranslation('dashboards');
  const place = usePlace();
  const [isOpen, setIsOpen] = useState(false);
  const { data = [] } = useQuery({
    ...commentsQuery(place ?? { projectId: '', dashboardId: '' }),
    enabled: place !== undefined,
    staleTime: 60_000,
  });
  const open = data.filter((one) => one.tileId === tileId && one.resolvedAt === null).length;
  if (!place || (open === 0 && !isOpen)) return null;
  return (
    <>
      <button
        type="button"
        className={classes.mark}
        aria-label={t('out.commentsCount', { count: open, name: title })}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="message" size={13} />
        {open}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommentsDialog
            place={place}
            tile={{ id: tileId, title }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
