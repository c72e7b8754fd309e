import type { Screen } from '@causeway/contract/tables/edits.ts';
import { changedSince, ledgerRoutes, type ChangeSet } from '@causeway/contract/ledger.ts';
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { loadNotifications } from '#ui/notifications.ts';
import { changeSetQuery, ledgerKey } from './change-set-query.ts';
import classes from './revert-set.module.css';

type RevertSetProps = Pick<ButtonProps, 'size' | 'variant'> & {
  connectorId: string;
  changeSetId: string;
  /** Where it is done: what the ledger tells later. */
  screen: Screen;
  label: string;
  /** Where it is known already; otherwise it is asked for. */
  set?: ChangeSet;
  /** Called when all of it is taken back. */
  onReverted?: () => void;
};

/**
 * Takes a change set back. Rows that somebody changed since are told and left alone: taking them back
 * would lose what came after. Where it can not be taken back, the reason stands in place of the button.
 */
export function RevertSet(props: RevertSetProps) {
  const { connectorId, changeSetId, screen, label, size, variant = 'default' } = props;
  const { t } = useTranslation('domain');
  const { number } = useFormats();
  const asked = useQuery({ ...changeSetQuery(connectorId, changeSetId), enabled: !props.set });
  const set = props.set ?? asked.data;
  const revert = useMutation({
    mutationFn: ({ skipChanged }: { skipChanged: boolean }) =>
      api.call(ledgerRoutes.revert, {
        params: { id: changeSetId },
        body: { connector: { id: connectorId }, screen, skipChanged },
      }),
    onSuccess: async ({ inserted, updated, deleted, left }) => {
      await refreshAfter(connectorId);
      const count = inserted + updated + deleted;
      const notifications = await loadNotifications();
      notifications.show({
        message: [
          t('revert.done', { count, number: number(count) }),
          ...(left > 0 ? [t('revert.left', { count: left, number: number(left) })] : []),
        ].join(' '),
      });
      if (left === 0) props.onReverted?.();
    },
    onError: (error) => {
      if (!findChanged(error)) void notifyError(error);
    },
  });
  const changed = findChanged(revert.error);

  if (set?.revertedById) return <span className={classes.note}>{t('revert.already')}</span>;
  if (set?.notRevertible) {
    return <span className={classes.note}>{t(`revert.reason.${set.notRevertible}`)}</span>;
  }
  if (changed) {
    return (
      <span className={classes.refused} role="alert">
        {t('revert.changed', { count: changed.total, number: number(changed.total) })}
        <Button
          size="compact-sm"
          variant="default"
          loading={revert.isPending}
          onClick={() => revert.mutate({ skipChanged: true })}
        >
          {t('revert.others')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => revert.reset()}>
          {t('revert.leave')}
        </Button>
      </span>
    );
  }
  return (
    <Button
      variant={variant}
      {...(size && { size })}
      leftSection={<Icon name="undo" />}
      loading={revert.isPending}
      onClick={() => revert.mutate({ skipChanged: false })}
    >
      {label}
    </Button>
  );
}

function findChanged(error: unknown) {
  const parsed = changedSince.safeParse(isErrorBody(error) ? error.details : undefined);
  return parsed.success ? parsed.data : undefined;
}

/** Rows, counts and the log of what was written are all another now. */
async function refreshAfter(connectorId: string): Promise<void> {
  await Promise.all(
    [ledgerKey(connectorId), ['tables', connectorId], ['replace', connectorId]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
