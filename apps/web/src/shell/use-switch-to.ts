import type { Project } from '@causeway/contract/projects.ts';
import { useLocation } from '@tanstack/react-router';
import { select, connectorOf } from '#platform/current-project/selection.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { scopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeUser } from '#platform/settings/user-changes.ts';
import { findKnownPage } from './page-names.ts';

/** Switches project or connector and keeps the kind of page: a thing of the one left behind closes. */
export function useSwitchTo(): (project: Project, connector?: Connector) => void {
  const openHref = useOpenHref();
  const { selection } = useCurrentUser();
  const path = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '/' });
  const isScoped = useLocation({ select: ({ search }) => 'projectId' in search });
  return (project, connector = connectorOf(project, selection)) => {
    if (isScoped) openHref(scopedHref(kindOfPage(path), project, connector));
    else changeUser({ selection: select(selection, project, connector) }).catch(notifyError);
  };
}

function kindOfPage(path: string): string {
  if (findKnownPage(path)) return path;
  if (/^\/(explore|edit)\//.test(path)) return '/explore';
  const parent = path.split('/').slice(0, -1).join('/');
  return parent === '' ? '/explore' : kindOfPage(parent);
}
