import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { stemLength } from '../keys.ts';

type NameDialogProps = {
  title: string;
  confirmLabel: string;
  initial?: string;
  onClose: () => void;
  /** Its failure is shown beside the name, which stays as it was typed. */
  onName: (name: string) => Promise<void>;
};

/** Asks for the name of one thing. A slash in it makes folders on the way. */
export function NameDialog({
  title,
  confirmLabel,
  initial = '',
  onClose,
  onName,
}: NameDialogProps) {
  const { t } = useTranslation('storage');
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isUsable = name.trim() !== '' && name !== initial;
  const guard = useTypedGuard(onClose, isUsable);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isUsable || isBusy) return;
    setIsBusy(true);
    try {
      await onName(name);
      onClose();
    } catch (error) {
      setProblem(errorText(error));
      setIsBusy(false);
    }
  }

  return (
    <Modal
      opened
      {...guard}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={title}
      size="sm"
    >
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          data-autofocus
          label={t('name.label')}
          value={name}
          error={problem}
          onFocus={({ currentTarget }) =>
            currentTarget.setSelectionRange(0, stemLength(currentTarget.value))
          }
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!isUsable} loading={isBusy}>
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
