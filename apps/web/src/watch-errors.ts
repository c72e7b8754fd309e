import { isNewerBuildThere, reloadGuarded } from '#platform/builds/builds.ts';
import { onApiFailure, onDeadSession } from '#platform/api/api.ts';
import {
  treatmentOf,
  unhandledTreatmentOf,
  type ErrorTreatment,
} from '#platform/api/error-catalogue.ts';
import { i18n } from '#platform/i18n/i18n.ts';
import { loseSession } from '#platform/session/session.ts';
import { loadNotifications } from '#ui/notifications.ts';
import type { router as appRouter } from './router.tsx';

/** Connects the error catalogue (SPEC §8) and the build watch to the running page. */
export function watchErrors(router: typeof appRouter): void {
  const treat = (treatment: ErrorTreatment) => {
    if (treatment === 'not-found') void router.navigate({ to: '/error/404' });
    if (treatment === 'alert') void alertSomethingWrong();
  };

  onApiFailure((error) => treat(treatmentOf(error)));
  onDeadSession(() => {
    const next = router.state.location.publicHref;
    loseSession();
    location.assign(
      next === '/' ? '/guest/login' : `/guest/login?${new URLSearchParams({ next })}`,
    );
  });

  addEventListener('error', (event) => {
    if (treatmentOf(event.error) === 'log') {
      event.preventDefault();
      console.warn(event.error);
    }
  });
  addEventListener('unhandledrejection', (event) => {
    const treatment = unhandledTreatmentOf(event.reason);
    if (treatment === 'rethrow') throw event.reason;
    if (treatment !== 'log') return;
    event.preventDefault();
    console.warn(event.reason);
  });

  // A chunk of a build that is gone: the page that was asked for comes from the new one.
  addEventListener('vite:preloadError', (event) => {
    if (reloadGuarded(router.latestLocation.publicHref)) event.preventDefault();
  });
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    if (pathChanged && isNewerBuildThere()) reloadGuarded(toLocation.publicHref);
  });
}

async function alertSomethingWrong(): Promise<void> {
  const notifications = await loadNotifications();
  notifications.show({
    color: 'red',
    role: 'alert',
    title: i18n.t('platform:somethingWentWrong'),
    message: i18n.t('platform:tryAgain'),
  });
}
