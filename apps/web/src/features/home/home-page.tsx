import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { isFavorite } from '@causeway/contract/settings/favorites.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import {
  useCurrentProject,
  useProjectHref,
} from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { usePageLooks } from '#platform/navigation/page-name.ts';
import { useRecentPages } from '#platform/navigation/recent-pages.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { sampleQuery } from '#domain/sample/sample-query.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { Findings, Unfinished } from './current-work.tsx';
import { HomeCard } from './home-card.tsx';
import { HomeLink } from './home-link.tsx';
import { Invitations } from './invitations.tsx';
import classes from './home.module.css';
import { NextSteps } from './next-steps.tsx';
import { TryIt } from './try-it.tsx';
import { workQuery } from './work-query.ts';

const ConnectPanel = lazy(() => import('./first-run/connect-panel.tsx'));
const Dashboards = lazy(() => import('./dashboards.tsx'));
const SampleFilling = lazy(() => import('./sample-filling.tsx'));

const MOST_RECENT = 8;
const MOST_DASHBOARDS = 4;

export default function HomePage() {
  const { t, i18n } = useTranslation('home');
  const { id, name } = useCurrentUser();
  const recent = useRecentPages(id);
  const formats = useFormats();
  const { project } = useCurrentProject();
  const [today] = useState(() => new Date());
  // Drawn once it is known what stands on top: a card that came later would push the others down.
  const sample = useQuery({
    ...sampleQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  const work = useQuery({
    ...workQuery(project?.id ?? '', i18n.language),
    enabled: project !== undefined,
  });
  // The sidebar asks for the same, so this costs nothing.
  const dashboards = useQuery({
    ...dashboardsQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  const { drafts = [], findings = [] } = work.data ?? {};
  const shown = (dashboards.data ?? []).slice(0, MOST_DASHBOARDS);
  // Who saw it begin sees it end: were the card gone then, everything below would jump.
  const [showsSample, setShowsSample] = useState(false);
  const isSampleNews = sample.data?.state === 'filling' || sample.data?.state === 'failed';
  if (isSampleNews && !showsSample) setShowsSample(true);
  const isLoaded = project === undefined || (!sample.isPending && !work.isPending);
  const isKnown = !recent.isPending && isLoaded;
  return (
    <PageFrame isWide>
      <header className={classes.hello}>
        <h1 className={classes.title}>{t('title', { name: name.split(' ')[0] })}</h1>
        <p className={classes.date}>{formats.fullDate(today)}</p>
      </header>
      <Suspense>
        {isKnown && (
          <div className={classes.columns}>
            <div className={classes.column}>
              <Invitations />
              {project && isFirstRun(project) && <ConnectPanel project={project} />}
              {sample.data && showsSample && <SampleFilling sample={sample.data} />}
              {project && <Unfinished project={project} drafts={drafts} />}
              <RecentWork />
              <Pins />
              {/* Below both columns they would leave a hole under the shorter one. */}
              <Suspense>
                {project && shown.length > 0 && (
                  <Dashboards projectId={project.id} dashboards={shown} />
                )}
              </Suspense>
            </div>
            <div className={classes.column}>
              <Findings findings={findings} />
              <Favorites />
              <TryIt />
              <NextSteps />
            </div>
          </div>
        )}
      </Suspense>
    </PageFrame>
  );
}

/** There is nothing to work on yet, and this person may change that. */
function isFirstRun({ connectors, role }: Project): boolean {
  return connectors.length === 0 && can(role, 'connectors.manage');
}

function RecentWork() {
  const { t } = useTranslation('home');
  const { id } = useCurrentUser();
  const formats = useFormats();
  const projects = useProjects();
  const { nameOf, iconOf } = usePageLooks();
  const pages = useRecentPages(id).pages.slice(0, MOST_RECENT);
  return (
    <HomeCard title={t('recent.title')} empty={pages.length === 0 && t('recent.empty')}>
      {pages.map(({ url, at, name }) => (
        <HomeLink
          key={url}
          href={url}
          icon={iconOf(url)}
          name={nameOf(url, name)}
          detail={placeOf(url, projects)}
          aside={formats.ago(at)}
        />
      ))}
    </HomeCard>
  );
}

function Pins() {
  const { t } = useTranslation('home');
  const projects = useProjects();
  const { pins } = useCurrentUser().settings;
  return (
    <HomeCard title={t('pins.title')} empty={pins.length === 0 && t('pins.empty')}>
      {pins.map(({ url, name }) => (
        <HomeLink key={url} href={url} icon="pin" name={name} detail={placeOf(url, projects)} />
      ))}
    </HomeCard>
  );
}

function Favorites() {
  const { t } = useTranslation('home');
  const projectHref = useProjectHref();
  const { favorites } = useCurrentUser().settings;
  const starred = useProjects().filter(({ id }) => isFavorite(favorites, id));
  return (
    <HomeCard title={t('favorites.title')} empty={starred.length === 0 && t('favorites.empty')}>
      {starred.map((project) => (
        <HomeLink
          key={project.id}
          href={projectHref('/explore', project)}
          icon="starFilled"
          name={project.name}
          detail={t('favorites.connectors', { count: project.connectors.length })}
        />
      ))}
    </HomeCard>
  );
}

/** The project an address belongs to, when it names one. */
type Place = { id: string; name: string; connectors: { id: string; name: string }[] };

/** The connector and the project of a page. */
function placeOf(url: string, projects: Place[]): string | undefined {
  const asked = new URLSearchParams(url.split('?')[1] ?? '');
  const project = projects.find(({ id }) => id === asked.get('projectId'));
  const connector = project?.connectors.find(({ id }) => id === asked.get('connectorId'));
  const names = [connector?.name, project?.name].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : undefined;
}
