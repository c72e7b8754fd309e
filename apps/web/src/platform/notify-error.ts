import { errorText } from '#platform/i18n/error-text.ts';
import { i18n } from '#platform/i18n/i18n.ts';
import { loadNotifications } from '#ui/notifications.ts';

/** For what failed without a place of its own on the page, like a setting that was not taken. */
export async function notifyError(error: unknown): Promise<void> {
  const notifications = await loadNotifications();
  notifications.show({
    color: 'red',
    role: 'alert',
    title: i18n.t('platform:somethingWentWrong'),
    message: errorText(error),
  });
}
