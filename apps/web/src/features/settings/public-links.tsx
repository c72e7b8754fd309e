import { type ProjectLink, publicLinkRoutes } from '@causeway/contract/dashboards/links.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLockedNames } from '#domain/dashboards/use-locked-names.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { useChangeProject } from './project-fields.tsx';
import classes from './public-links.module.css';

const projectLinksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project-links', projectId],
    queryFn: ({ signal }) =>
      api.call(publicLinkRoutes.listAll, { params: { projectId } }, { signal }),
  });

/** What of a project anybody with a link can see: allowed or not, and each link there is. */
export function PublicLinks({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const links = useQuery(projectLinksQuery(project.id));
  const change = useChangeProject(project);
  const shown = change.variables?.settings?.publicLinks;
  const isAllowed = (change.isPending ? shown : undefined) ?? project.settings.publicLinks;
  const error = change.error ?? links.error;
  return (
    <div className={classes.links}>
      <Switch
        label={t('links.allow')}
        description={isAllowed ? undefined : t('links.off')}
        checked={isAllowed}
        onChange={({ currentTarget: { checked } }) =>
          change.mutate({ settings: { publicLinks: checked } })
        }
      />
      {error && <p role="alert">{errorText(error)}</p>}
      {links.data?.length === 0 && <p className={classes.line}>{t('links.none')}</p>}
      {links.data && links.data.length > 0 && (
        <ul className={classes.list}>
          {links.data.map((link) => (
            <LinkLine key={link.id} link={link} projectId={project.id} />
          ))}
        </ul>
      )}
    </div>
  );
}

function LinkLine({ link, projectId }: { link: ProjectLink; projectId: string }) {
  const { t } = useTranslation('settings');
  const { dateTime, number } = useFormats();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => {
      const params = { projectId, dashboardId: link.dashboardId, linkId: link.id };
      return api.call(publicLinkRoutes.revoke, { params });
    },
    onSettled: () => queryClient.invalidateQueries(projectLinksQuery(projectId)),
  });
  const held = useLockedNames(link, link.filters);
  const facts = [
    t(link.isExpired ? 'links.over' : 'links.until', { time: dateTime(link.expiresAt) }),
    t('links.opens', { count: link.opens, opens: number(link.opens) }),
    t(link.hasPassword ? 'links.password' : 'links.noPassword'),
    link.author,
  ];
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <AppLink href={`/dashboards/${link.dashboardId}`}>{link.dashboard}</AppLink>
        {link.name && <span> · {link.name}</span>}
        <p className={classes.line}>{facts.filter(Boolean).join(' · ')}</p>
        {held.length > 0 && (
          <p className={classes.line}>{t('links.lockedTo', { values: held.join(' · ') })}</p>
        )}
        {revoke.error && <p role="alert">{errorText(revoke.error)}</p>}
      </div>
      <ActionIcon
        size={28}
        loading={revoke.isPending}
        aria-label={t('links.revoke', { name: link.dashboard })}
        title={t('links.revoke', { name: link.dashboard })}
        onClick={() => revoke.mutate()}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  );
}
