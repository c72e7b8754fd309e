import {
  dashboardWizardRoutes,
  type DashboardWizard,
} from '@causeway/contract/dashboards/wizards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { id as idForm } from '@causeway/contract/route.ts';
import { ActionIcon } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { useWizardAddress } from './use-wizard-address.ts';
import classes from './wizard-page.module.css';

/** An address with nothing but an id: what was chosen under it is read before anything is shown. */
export function TakenUp({ project, children }: { project: Project; children: ReactNode }) {
  const { t } = useTranslation('dashboards');
  const { id, table, takeUp } = useWizardAddress();
  const isKnown = id !== undefined && idForm.safeParse(id).success;
  // Once, when the page is opened: an address that is being left has no choices either.
  const [isBare] = useState(id !== undefined && table === undefined);
  const [isTaken, setIsTaken] = useState(false);
  const isAsked = isBare && isKnown && !isTaken;
  const kept = useQuery({
    queryKey: ['dashboard-wizards', project.id, 'one', id],
    queryFn: ({ signal }) => {
      const params = { projectId: project.id, wizardId: id ?? '' };
      return api.call(dashboardWizardRoutes.show, { params }, { signal });
    },
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  });
  const state = isAsked ? kept.data?.state : undefined;
  useEffect(() => {
    if (!state) return;
    setIsTaken(true);
    takeUp(state);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is there
  }, [state]);
  if (isAsked && kept.isPending) return <SkeletonCards count={3} height={160} />;
  const isGone = isBare && table === undefined && (!isKnown || kept.isError);
  return (
    <>
      {isGone && <p className={classes.why}>{t('wizard.gone')}</p>}
      {children}
    </>
  );
}

/** Those that were begun and not made yet. */
export function Begun({ project }: { project: Project }) {
  const { t } = useTranslation('dashboards');
  const { ago } = useFormats();
  const scopedHref = useScopedHref();
  const client = useQueryClient();
  const queryKey = ['dashboard-wizards', project.id, 'list'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.call(dashboardWizardRoutes.list, { params: { projectId: project.id } }, { signal }),
    staleTime: 0,
  });

  async function forget({ id: wizardId }: DashboardWizard) {
    const params = { projectId: project.id, wizardId };
    await api.call(dashboardWizardRoutes.forget, { params });
    await client.invalidateQueries({ queryKey });
  }

  if (data.length === 0) return null;
  return (
    <section className={classes.begun} aria-label={t('wizard.begun')}>
      <h2>{t('wizard.begun')}</h2>
      <ul>
        {data.slice(0, 5).map((wizard) => (
          <li key={wizard.id}>
            <AppLink href={scopedHref(`/dashboards/wizard/${wizard.id}`)}>
              {[wizard.state.table ?? '…'].flat().at(-1)}
            </AppLink>
            <span>{ago(wizard.updatedAt)}</span>
            <ActionIcon
              variant="subtle"
              size={24}
              aria-label={t('wizard.forget')}
              onClick={() => void forget(wizard).catch(notifyError)}
            >
              <Icon name="close" size={13} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
