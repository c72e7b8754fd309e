import { connectorRoutes, type Connector } from '@causeway/contract/connectors/connectors.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { onboardingQuery } from './onboarding-query.ts';
import classes from './onboarding.module.css';

/** What verifying set in motion: invitations, and the first try of what was connected. */
export function Finished({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('onboarding');
  const outcome = useQuery(onboardingQuery).data?.outcome;
  const [project] = useProjects();
  return (
    <>
      <h1 className={classes.title}>
        <Icon name="success" size={22} className={classes.good} /> {t('verification.doneTitle')}
      </h1>
      <p className={classes.line}>{t('verification.doneLine')}</p>
      {outcome && outcome.invited.length > 0 && (
        <p className={classes.told}>
          {t('verification.invited', { list: outcome.invited.join(', ') })}
        </p>
      )}
      {outcome && outcome.dropped.length > 0 && (
        <ul className={classes.told} aria-label={t('verification.dropped')}>
          {outcome.dropped.map(({ email, reason }) => (
            <li key={`${email} ${reason}`}>{t(`dropped.${reason}`, { email })}</li>
          ))}
        </ul>
      )}
      {project && <FirstTries projectId={project.id} />}
      <Button onClick={onDone}>{t('verification.open')}</Button>
    </>
  );
}

function FirstTries({ projectId }: { projectId: string }) {
  const connectors = useQuery({
    queryKey: ['onboarding connectors', projectId],
    queryFn: ({ signal }) => api.call(connectorRoutes.list, { params: { projectId } }, { signal }),
    staleTime: Infinity,
  });
  const untried = connectors.data?.filter(({ lastCheck }) => lastCheck === null) ?? [];
  if (untried.length === 0) return null;
  return (
    <ul className={classes.list}>
      {untried.map((connector) => (
        <FirstTry key={connector.id} connector={connector} />
      ))}
    </ul>
  );
}

function FirstTry({ connector }: { connector: Connector }) {
  const { t } = useTranslation('onboarding');
  const { id: connectorId, projectId, name } = connector;
  // A query, because opening the page tries it, and once is enough.
  const tried = useQuery({
    queryKey: ['onboarding try', connectorId],
    queryFn: () => api.call(connectorRoutes.test, { params: { projectId, connectorId } }),
    staleTime: Infinity,
    retry: false,
  });
  const failed = tried.data?.steps.find(({ outcome }) => outcome === 'failed');
  return (
    <li>
      <span className={classes.grow}>{name}</span>
      {tried.isPending && <StatusDot tone="busy" label={t('verification.trying')} />}
      {tried.data?.ok && <StatusDot tone="good" label={t('verification.connected')} />}
      {(failed || tried.error) && (
        <>
          <StatusDot tone="failed" label={t('verification.notConnected')} />
          <p className={classes.reason}>
            {failed ? failed.message : errorText(tried.error)}{' '}
            <AppLink href={`/settings/connectors/${connectorId}`}>{t('verification.mend')}</AppLink>
          </p>
        </>
      )}
    </li>
  );
}
