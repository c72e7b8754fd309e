import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProofDeclined } from '#domain/identity/ask-for-proof.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import classes from './staff.module.css';

const SHORTEST = 3;

type ReasonDialogProps = {
  title: string;
  line: string;
  action: string;
  /** What else is asked; while it is not right nothing is done. */
  children?: ReactNode;
  isReady?: boolean;
  onDo: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** What staff do to somebody has a reason, and that person or the log gets to read it. */
export function ReasonDialog({
  title,
  line,
  action,
  children,
  isReady = true,
  onDo,
  onClose,
}: ReasonDialogProps) {
  const { t } = useTranslation('staff');
  const [reason, setReason] = useState('');
  const act = useMutation({ mutationFn: () => onDo(reason.trim()), onSuccess: onClose });
  const isEnough = isReady && reason.trim().length >= SHORTEST;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isEnough && !act.isPending) act.mutate();
  }
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={title}
      closeButtonProps={{ 'aria-label': t('reason.cancel') }}
      size={440}
      centered
    >
      <form onSubmit={submit} className={classes.stack}>
        <p className={classes.line}>{line}</p>
        {children}
        <TextInput
          label={t('reason.label')}
          placeholder={t('reason.example')}
          maxLength={500}
          data-autofocus={children ? undefined : true}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {act.error && !(act.error instanceof ProofDeclined) && (
          <p role="alert" className={classes.problem}>
            {errorText(act.error)}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('reason.cancel')}
          </Button>
          <Button type="submit" disabled={!isEnough} loading={act.isPending}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
