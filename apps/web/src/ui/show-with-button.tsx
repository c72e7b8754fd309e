import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { loadNotifications } from './notifications.ts';
import classes from './show-with-button.module.css';

const SHOWN_MS = 8000;

/** Says what was just done, with one thing that can be done next. */
export async function showWithButton(
  message: string,
  { label, act }: { label: ReactNode; act: () => void | Promise<void> },
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
    // It goes by itself; a cross without a name would only puzzle those who hear it.
    withCloseButton: false,
  });

  function leave(): void {
    notifications.hide(id);
    void act();
  }
}
