import { connectorRoutes, type Connector } from '@causeway/contract/connectors/connectors.ts';
import type { RouteAnswer } from '@causeway/contract/route.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { tellLeft } from '#domain/workflows/tell-left.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { changesAnswered } from '#platform/settings/user-changes.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { paramsOf } from './connectors-query.ts';
import { Problem } from './problem.tsx';

type Dependent = RouteAnswer<typeof connectorRoutes.dependents>[number];

export function DeleteConnector({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const openHref = useOpenHref();
  const { name } = connector;
  const params = paramsOf(connector);

  const remove = useMutation({
    mutationFn: () => api.call(connectorRoutes.remove, { params }),
    onSuccess: async ({ left }) => {
      void tellLeft(left);
      // First, or the address of the list would name the connector that is gone.
      await refreshConnectors(connector.projectId);
      openHref('/settings/connectors', { replace: true });
    },
  });
  /** What depends on it is looked up when it matters, not when the page was opened. */
  const look = useMutation({
    mutationFn: async () => {
      // A pin that was set a moment ago depends on it too.
      await changesAnswered();
      return api.call(connectorRoutes.dependents, { params });
    },
    onSuccess: (dependents) => void ask(dependents),
  });

  async function ask(dependents: Dependent[]) {
    const isSure = await confirmDialog({
      title: t('remove.question', { name }),
      losses: [
        t('remove.settings'),
        ...dependents.map((dependent) =>
          t(`remove.dependent.${dependent.kind}`, {
            name: dependent.name,
            defaultValue: `${dependent.kind}: ${dependent.name}`,
          }),
        ),
      ],
      confirmLabel: t('remove.action'),
      typedName: name,
    });
    if (isSure) remove.mutate();
  }

  return (
    <>
      <div>
        <Button
          color="red"
          variant="light"
          loading={look.isPending || remove.isPending}
          onClick={() => look.mutate()}
        >
          {t('remove.action')}
        </Button>
      </div>
      <Problem error={look.error ?? remove.error} />
    </>
  );
}
