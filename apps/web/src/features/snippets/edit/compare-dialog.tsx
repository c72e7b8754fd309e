import { Button, Group, Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SnippetDifference } from '../snippet-difference.tsx';
import type { SnippetDraft } from './draft.ts';

type CompareDialogProps = {
  mine: SnippetDraft;
  theirs: SnippetDraft;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** What mine would make of what somebody else saved. */
export default function CompareDialog(props: CompareDialogProps) {
  const { mine, theirs, onKeepMine, onTakeTheirs, onClose } = props;
  const { t } = useTranslation('snippets');
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={t('edit.differenceTitle')}
      size="min(900px, 96vw)"
    >
      <Stack gap="sm">
        <SnippetDifference before={theirs} after={mine} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onTakeTheirs}>
            {t('edit.takeTheirs')}
          </Button>
          <Button onClick={onKeepMine}>{t('edit.keepMine')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
