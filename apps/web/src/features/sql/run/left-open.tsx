import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { loadNotifications } from '#ui/notifications.ts';
import classes from './left-open.module.css';

type LeftOpen = { connectorId: string; name: string; secondsLeft: number; onBack: () => void };

/** Connectors whose transaction is told of; entering the editor again takes the notice away. */
const told = new Set<string>();

/** Whoever leaves the editor is told as long as it lasts that nothing of a transaction stays so far. */
export async function showLeftOpen(left: LeftOpen): Promise<void> {
  told.add(left.connectorId);
  const notifications = await loadNotifications();
  if (!told.has(left.connectorId)) return;
  notifications.show({
    id: idOf(left.connectorId),
    message: <LeftOpenNotice {...left} />,
    color: 'yellow',
    autoClose: false,
    withBorder: true,
    withCloseButton: false,
  });
}

export function hideLeftOpen(connectorId: string): void {
  if (!told.delete(connectorId)) return;
  void loadNotifications().then((notifications) => {
    if (!told.has(connectorId)) notifications.hide(idOf(connectorId));
  });
}

function idOf(connectorId: string): string {
  return `transaction ${connectorId}`;
}

function LeftOpenNotice({ name, secondsLeft, onBack }: LeftOpen) {
  const { t } = useTranslation('sql');
  return (
    <div className={classes.notice}>
      <span>
        {t('transaction.leftOpen', { name, count: Math.max(1, Math.round(secondsLeft / 60)) })}
      </span>
      <Button size="compact-sm" variant="light" onClick={onBack}>
        {t('transaction.back')}
      </Button>
    </div>
  );
}
