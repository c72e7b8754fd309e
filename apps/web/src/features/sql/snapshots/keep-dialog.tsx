import { queryRunRoutes } from '@causeway/contract/sql/query-runs.ts';
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { snapshotsQuery } from '../side/runs-query.ts';
import classes from '../queries/save-dialog.module.css';

type KeepDialogProps = {
  connectorId: string;
  runId: string;
  name: string;
  mayShare: boolean;
  onClose: () => void;
};

/** Keeps a result under an address of its own. */
export function KeepDialog({
  connectorId,
  runId,
  name: given,
  mayShare,
  onClose,
}: KeepDialogProps) {
  const { t } = useTranslation('sql');
  const queryClient = useQueryClient();
  const scopedHref = useScopedHref();
  const [name, setName] = useState(given);
  const [isShared, setIsShared] = useState(false);
  const keep = useMutation({
    mutationFn: () =>
      api.call(queryRunRoutes.keep, {
        params: { runId },
        body: { connector: { id: connectorId }, name, isShared },
      }),
    onSuccess: () => queryClient.invalidateQueries(snapshotsQuery(connectorId)),
  });
  const guard = useTypedGuard(onClose, name !== given && !keep.isSuccess);
  const href = `${scopedHref('/sql/editor')}&snapshot=${runId}`;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    keep.mutate();
  }

  return (
    <Modal
      opened
      {...guard}
      title={t('snapshot.title')}
      size={460}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {keep.isSuccess ? (
        <div className={classes.form}>
          <p>{t('snapshot.kept')}</p>
          <Group gap="xs">
            <Button component={AppLink} href={href} variant="default">
              {t('snapshot.open')}
            </Button>
            <CopyButton value={new URL(href, location.origin).href} />
          </Group>
        </div>
      ) : (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            label={t('saved.name')}
            description={t('snapshot.line')}
            value={name}
            required
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Checkbox
            label={t('saved.share')}
            checked={isShared}
            disabled={!mayShare}
            onChange={({ currentTarget: { checked } }) => setIsShared(checked)}
          />
          {keep.error && <p className={classes.error}>{errorText(keep.error)}</p>}
          <Group justify="flex-end">
            <Button type="submit" loading={keep.isPending} disabled={name.trim() === ''}>
              {t('snapshot.keep')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
