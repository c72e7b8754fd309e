import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { loadNotifications } from './notifications.ts';
import classes from './show-undo.module.css';

const UNDO_MS = 8000;

/** Says what was just done and offers to take it back. The thing is already done when this is called. */
export async function showUndo(message: string, undo: () => void | Promise<void>): Promise<void> {
  const notifications = await loadNotifications();
  const id = notifications.show({
    message: <UndoToast message={message} onUndo={takeBack} />,
    autoClose: UNDO_MS,
    withBorder: true,
    // It goes by itself; a cross without a name would only puzzle those who hear it.
    withCloseButton: false,
  });

  function takeBack(): void {
    notifications.hide(id);
    void undo();
  }
}

function UndoToast({ message, onUndo }: { message: string; onUndo: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.toast}>
      <span className={classes.message}>{message}</span>
      <Button size="compact-sm" variant="light" onClick={onUndo}>
        {t('undo')}
      </Button>
    </div>
  );
}
