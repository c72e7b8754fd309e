import { loadNotifications } from '#ui/notifications.ts';

type Left = { connector: string; sql: string };

/** What a deleted workflow could not take along stays in the database until somebody runs this. */
export async function tellLeft(
  left: readonly Left[],
  titleOf: (connector: string) => string,
): Promise<void> {
  if (left.length === 0) return;
  const notifications = await loadNotifications();
  for (const { connector, sql } of left) {
    notifications.show({
      color: 'yellow',
      role: 'alert',
      autoClose: false,
      title: titleOf(connector),
      message: sql,
    });
  }
}
