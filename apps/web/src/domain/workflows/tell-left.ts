import type { LeftInDatabase } from '@causeway/contract/automations/left.ts';
import { i18n } from '#platform/i18n/i18n.ts';
import { loadNotifications } from '#ui/notifications.ts';

/** What could not be taken along stays in a database until somebody runs this. */
export async function tellLeft(left: readonly LeftInDatabase[]): Promise<void> {
  if (left.length === 0) return;
  const notifications = await loadNotifications();
  for (const { connector, sql } of left) {
    notifications.show({
      color: 'yellow',
      role: 'alert',
      autoClose: false,
      title: i18n.t('domain:left.title', { connector }),
      message: sql,
    });
  }
}
