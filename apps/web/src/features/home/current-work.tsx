import type { HomeWork } from '@causeway/contract/home.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { runPath } from '@causeway/contract/runs.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tablePath } from '#domain/connectors/table-path.ts';
import { isGoingOn, runsQuery, shareOf } from '#domain/runs/runs-query.ts';
import { scopedHref, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { HomeCard } from './home-card.tsx';
import { HomeLink } from './home-link.tsx';

/** What one was at and did not save, and what goes on. */
export function Unfinished({ project, drafts }: { project: Project; drafts: HomeWork['drafts'] }) {
  const { t } = useTranslation('home');
  const { percent } = useFormats();
  const hereHref = useScopedHref();
  // The header asks for the same, so this costs nothing.
  const { data: runs = [] } = useQuery(runsQuery(project.id));
  const running = runs.filter(isGoingOn);
  if (drafts.length + running.length === 0) return null;
  return (
    <HomeCard title={t('unfinished.title')}>
      {drafts.map(({ connectorId, schema, table, changes }) => {
        const connector = project.connectors.find(({ id }) => id === connectorId);
        return (
          connector && (
            <HomeLink
              key={`${connectorId} ${schema} ${table}`}
              href={scopedHref(tablePath({ schema, table }), project, connector)}
              icon="edit"
              name={table}
              detail={connector.name}
              aside={t('unfinished.staged', { count: changes })}
            />
          )
        );
      })}
      {running.map((run) => {
        const share = shareOf(run);
        return (
          <HomeLink
            key={run.id}
            href={runPath({ ...run, projectId: project.id }) ?? hereHref('/explore')}
            icon="play"
            name={run.title || t('unfinished.running')}
            aside={share === undefined ? t('unfinished.running') : percent(share)}
          />
        );
      })}
    </HomeCard>
  );
}

/** The gravest of what was noticed about the project's databases. */
export function Findings({ findings }: { findings: HomeWork['findings'] }) {
  const { t } = useTranslation('home');
  const hereHref = useScopedHref();
  if (findings.length === 0) return null;
  return (
    <HomeCard title={t('findings.title')}>
      {findings.map(({ id, title }) => (
        <HomeLink key={id} href={hereHref('/intelligence')} icon="sparkles" name={title} />
      ))}
    </HomeCard>
  );
}
