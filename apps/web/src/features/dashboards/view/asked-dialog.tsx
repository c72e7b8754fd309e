import { can } from '@causeway/contract/access.ts';
import { isAsking, type Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { parseSearch, stringifySearch } from '@causeway/contract/search-text.ts';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';

const AlertsDialog = lazy(() => import('../outside/alerts-dialog.tsx'));
const CommentsDialog = lazy(() => import('../outside/comments-dialog.tsx'));

type AskedDialogProps = { project: Project; dashboard: Dashboard };

/** What a mail or the inbox led to: the alerts of the dashboard, or what was said about a tile. */
export function AskedDialog({ project, dashboard }: AskedDialogProps) {
  const { t } = useTranslation('dashboards');
  const path = useLocation({ select: ({ pathname }) => pathname });
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  const openHref = useOpenHref();
  const { alerts, comments, ...rest } = parseSearch(text);
  const place = { projectId: project.id, dashboardId: dashboard.id };
  const mayChangeAll = can(project.role, 'dashboards.write');
  const close = () => openHref(path + stringifySearch(rest), { replace: true });
  const tile = dashboard.tiles.find(({ id }) => id === [comments].flat().at(-1));
  const query = tile && isAsking(tile) && dashboard.queries.find(({ id }) => id === tile.queryId);
  const name = query && query.state !== 'private' ? query.name : '';
  if (alerts === undefined && !tile) return null;
  return (
    <Suspense fallback={null}>
      {tile ? (
        <CommentsDialog
          place={place}
          tile={{ id: tile.id, title: tile.title || name || t(`kind.${tile.kind}`) }}
          onClose={close}
        />
      ) : (
        <AlertsDialog place={place} mayChangeAll={mayChangeAll} onClose={close} />
      )}
    </Suspense>
  );
}
