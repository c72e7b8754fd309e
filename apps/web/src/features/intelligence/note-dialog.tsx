import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';

type NoteDialogProps = {
  title: string;
  action: string;
  onDo: (note: string) => Promise<unknown>;
  onClose: () => void;
};

/** Who looks at it next is told why. */
export function NoteDialog({ title, action, onDo, onClose }: NoteDialogProps) {
  const { t } = useTranslation('intelligence');
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      await onDo(note.trim());
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
