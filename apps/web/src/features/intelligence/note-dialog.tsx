import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';

type NoteDialogProps = {
  title: string;
  action: string;
  /** What may be decided along with it. */
  also?: { label: string; description: string } | undefined;
  onDo: (note: string, isAlso: boolean) => Promise<unknown>;
  onClose: () => void;
};

/** Who looks at it next is told why. */
export function NoteDialog({ title, action, also, onDo, onClose }: NoteDialogProps) {
  const { t } = useTranslation('intelligence');
  const [note, setNote] = useState('');
  const [isAlso, setIsAlso] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      await onDo(note.trim(), isAlso);
      onClose();
    } finally {
      setIsBusy(false);
    }
  }
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={title}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      size={440}
      centered
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={t('reason.label')}
            placeholder={t('reason.example')}
            maxLength={500}
            data-autofocus
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {also && (
            <Checkbox
              label={also.label}
              description={also.description}
              checked={isAlso}
              onChange={(event) => setIsAlso(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
