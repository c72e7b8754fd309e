import { can } from '@causeway/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { keepHere } from '#platform/keep-here.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { listSectionPages } from '../page-names.ts';
import { SidebarPage } from './sidebar-page.tsx';
import classes from './sidebar.module.css';

/** As many as one looks through; the page of all searches the rest. */
const MOST = 8;

/** The pages about dashboards and, between them, the project's own. */
export function DashboardsSection() {
  const { project } = useCurrentProject();
  const [all, ...others] = listSectionPages('dashboards');
  const mayWrite = project === undefined || can(project.role, 'dashboards.write');
  return (
    <ul className={classes.list}>
      {all && <SidebarPage page={all} />}
      {project && <Dashboards key={project.id} projectId={project.id} />}
      {mayWrite && others.map((page) => <SidebarPage key={page.path} page={page} />)}
    </ul>
  );
}

function Dashboards({ projectId }: { projectId: string }) {
  const { t } = useTranslation('shell');
  const scopedHref = useScopedHref();
  const current = useLocation({ select: ({ pathname }) => pathname });
  const { data } = useQuery(dashboardsQuery(projectId));
  const lengthKey = `causeway.dashboards.${projectId}`;
  useEffect(() => {
    if (data) keepHere(lengthKey, String(Math.min(data.length, MOST)));
  }, [data, lengthKey]);
  if (!data) {
    // As long as the list was last time, so that the sections below stay where they are.
    const length = Number(localStorage.getItem(lengthKey) ?? 0);
    return <li aria-hidden style={{ height: `calc(${length} * 28px)` }} />;
  }
  return (
    <>
      {data.slice(0, MOST).map(({ id, name }) => {
        const path = `/dashboards/${id}`;
        return (
          <li key={id}>
            <AppLink
              className={classes.subItem}
              href={scopedHref(path)}
              aria-current={current === path ? 'page' : undefined}
            >
              <Icon name="dashboard" size={14} />
              <span className={classes.itemText}>{name}</span>
            </AppLink>
          </li>
        );
      })}
      {data.length > MOST && (
        <li className={classes.hint}>
          <AppLink href="/dashboards">{t('moreDashboards')}</AppLink>
        </li>
      )}
    </>
  );
}
