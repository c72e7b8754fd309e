import { can } from '@causeway/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { membersQuery } from '#domain/members/members-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { HomeCard } from './home-card.tsx';
import classes from './home.module.css';

type Step = { key: string; href: string; isDone: boolean };

/** What is left to set up; each line goes away once it is really there. To connect is the panel's. */
export function NextSteps() {
  const { t } = useTranslation('home');
  const steps = useSteps().filter(({ isDone }) => !isDone);
  if (steps.length === 0) return null;
  return (
    <HomeCard title={t('steps.title')}>
      {steps.map(({ key, href }) => (
        <li key={key}>
          <AppLink href={href} className={classes.step}>
            <span className={classes.tick} />
            <span>
              <span className={classes.stepName}>{t(`steps.${key}`)}</span>
              <span className={classes.stepLine}>{t(`steps.${key}Line`)}</span>
            </span>
          </AppLink>
        </li>
      ))}
    </HomeCard>
  );
}

function useSteps(): Step[] {
  const scopedHref = useScopedHref();
  const { pins, favorites } = useSettings();
  const { project } = useCurrentProject();
  const hasProject = useProjects().length > 0;
  const { data: team } = useQuery({
    ...membersQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  // Until it is known, nobody is asked to do what they may have done.
  const hasTeam = team === undefined || team.members.length + team.invitations.length > 1;
  const mayInvite = project !== undefined && can(project.role, 'members.manage');
  return [
    { key: 'project', href: '/account/workspaces', isDone: hasProject },
    ...(mayInvite
      ? [{ key: 'invite', href: scopedHref('/settings/members'), isDone: hasTeam }]
      : []),
    {
      key: 'arrange',
      href: '/account/workspaces',
      isDone: pins.length > 0 || favorites.length > 0,
    },
  ];
}
