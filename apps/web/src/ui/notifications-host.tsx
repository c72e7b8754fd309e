import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areNotificationsNeeded, onNotificationsNeeded } from './notifications.ts';

const NotificationsView = lazy(() => import('./notifications-view.tsx'));

/** Stands once at the root of the page; what `loadNotifications` gives shows here. */
export function NotificationsHost() {
  const isNeeded = useSyncExternalStore(onNotificationsNeeded, areNotificationsNeeded);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <NotificationsView />
    </Suspense>
  );
}
