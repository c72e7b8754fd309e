let isNeeded = false;
const listeners = new Set<() => void>();

/** Notifications are rare: their code is loaded with the first one, and only then is there a place for them. */
export async function loadNotifications() {
  const { notifications } = await import('@mantine/notifications');
  isNeeded = true;
  for (const listener of listeners) listener();
  return notifications;
}

export function areNotificationsNeeded(): boolean {
  return isNeeded;
}

export function onNotificationsNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
