import { Button } from '@mantine/core';
import { loadNotifications } from '#ui/notifications.ts';
import classes from './tell-sent.module.css';

const SHOWN_MS = 8000;

/** Says where it is now, and leads there. */
export async function tellSent(
  message: string,
  { label, open }: { label: string; open: () => void },
): Promise<void> {
  const notifications = await loadNotifications();
  const id = notifications.show({
    message: (
      <div className={classes.toast}>
        <span className={classes.message}>{message}</span>
        <Button size="compact-sm" variant="light" onClick={leave}>
          {label}
        </Button>
      </div>
    ),
    autoClose: SHOWN_MS,
    withBorder: true,
    withCloseButton: false,
  });

  function leave(): void {
    notifications.hide(id);
    open();
  }
}
