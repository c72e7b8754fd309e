import { connectorRoutes, type Connector } from '@causeway/contract/connectors.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { refreshConnectors } from '#platform/connectors/resources-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { paramsOf } from './connectors-query.ts';
import { Problem } from './problem.tsx';

export function DeleteConnector({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const openHref = useOpenHref();
  const { name } = connector;
  const params = paramsOf(connector);

  /** Asks with what depends on it right now; resolves to whether it was deleted. */
  const remove = useMutation({
    mutationFn: async () => {
      const dependents = await api.call(connectorRoutes.dependents, { params });
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
      if (!isSure) return false;
      await api.call(connectorRoutes.remove, { params });
      return true;
    },
    onSuccess: async (isDeleted) => {
      if (!isDeleted) return;
      // First, or the address of the list would name the connector that is gone.
      await refreshConnectors(connector.projectId);
      openHref('/settings/connectors', { replace: true });
    },
  });
  return (
    <>
      <div>
        <Button
          color="red"
          variant="light"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('remove.action')}
        </Button>
      </div>
      <Problem error={remove.error} />
    </>
  );
}
