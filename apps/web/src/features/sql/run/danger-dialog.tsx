import type { Danger } from '@causeway/contract/sql/editor.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './danger-dialog.module.css';

export type AskedDanger = { dangers: Danger[]; sql: string; answer: (isWanted: boolean) => void };

type DangerDialogProps = {
  asked: AskedDanger | undefined;
  onPreview: (sql: string) => void;
  onDone: () => void;
};

/** Names what would be gone before a statement that destroys runs. */
export function DangerDialog({ asked, onPreview, onDone }: DangerDialogProps) {
  const { t } = useTranslation('sql');
  if (!asked) return null;
  const { dangers, sql, answer } = asked;
  const mayPreview = dangers.some(({ code }) => code === 'update-all' || code === 'delete-all');

  function end(isWanted: boolean) {
    answer(isWanted);
    onDone();
  }

  return (
    <Modal
      opened
      onClose={() => end(false)}
      title={t('danger.title')}
      closeButtonProps={{ 'aria-label': t('danger.cancel') }}
      size={500}
      centered
    >
      <ul className={classes.list}>
        {dangers.map(({ code, target }) => (
          <li key={`${code} ${target}`}>{t(`danger.${code}`, { target })}</li>
        ))}
      </ul>
      <pre className={classes.sql}>{sql}</pre>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" data-autofocus onClick={() => end(false)}>
          {t('danger.cancel')}
        </Button>
        {mayPreview && (
          <Button
            variant="default"
            onClick={() => {
              end(false);
              onPreview(sql);
            }}
          >
            {t('danger.preview')}
          </Button>
        )}
        <Button color="red" onClick={() => end(true)}>
          {t('danger.run')}
        </Button>
      </Group>
    </Modal>
  );
}
