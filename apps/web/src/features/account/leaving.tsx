import { LEAVING_DAYS, type LeavingOutlook, leavingRoutes } from '@causeway/contract/account.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import { useProjectHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { leaveSession } from '#platform/session/session.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { QueryView } from '#ui/query-view.tsx';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

/** What will happen is said before it is asked for. */
export function Leaving() {
  const outlook = useQuery({
    queryKey: ['leaving'],
    queryFn: ({ signal }) => api.call(leavingRoutes.outlook, undefined, { signal }),
    staleTime: 0,
  });
  return <QueryView query={outlook}>{(seen) => <Outlook outlook={seen} />}</QueryView>;
}

function Outlook({ outlook }: { outlook: LeavingOutlook }) {
  const { t } = useTranslation('account');
  const { email, staff } = useCurrentUser();
  const { blocking, erased, left } = outlook;
  const losses = [
    t('leaving.sessions'),
    t('leaving.keys'),
    ...erased.map(({ name }) => t('leaving.erased', { name })),
    ...(left.length > 0
      ? [t('leaving.left', { names: left.map(({ name }) => name).join(', ') })]
      : []),
    t('leaving.rest'),
  ];
  const leave = useMutation({
    mutationFn: () => withProof(() => api.call(leavingRoutes.leave)),
    onSuccess: ({ eraseAt }) => leaveSession(`/guest/login?left=${encodeURIComponent(eraseAt)}`),
  });
  async function ask() {
    const isSure = await confirmDialog({
      title: t('leaving.ask'),
      lead: 'happens',
      losses,
      confirmLabel: t('leaving.action'),
      typedName: email,
    });
    if (isSure) leave.mutate();
  }
  return (
    <div className={classes.stack}>
      <ul className={classes.facts}>
        {losses.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={classes.small}>{t('leaving.grace', { days: LEAVING_DAYS })}</p>
      {blocking.length > 0 && <Blocking projects={blocking} />}
      {staff && <p className={classes.small}>{t('leaving.staff')}</p>}
      <Button
        color="red"
        variant="outline"
        className={classes.fit}
        disabled={blocking.length > 0 || staff}
        loading={leave.isPending || leave.isSuccess}
        onClick={() => void ask()}
      >
        {t('leaving.action')}
      </Button>
      <Problem error={leave.error} />
    </div>
  );
}

/** Who else works there must not be left without an owner. */
function Blocking({ projects }: { projects: LeavingOutlook['blocking'] }) {
  const { t } = useTranslation('account');
  const projectHref = useProjectHref();
  const own = useProjects();
  return (
    <div className={classes.notice} data-tone="problem">
      <p className={classes.noticeLine}>{t('leaving.blocking')}</p>
      <ul className={classes.acts}>
        {own
          .filter(({ id }) => projects.some((project) => project.id === id))
          .map((project) => (
            <li key={project.id}>
              <AppLink href={projectHref('/settings/general', project)}>{project.name}</AppLink>
            </li>
          ))}
      </ul>
    </div>
  );
}
