import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '#platform/api/query-client.ts';
import { LanguageFollower } from '#platform/i18n/language-follower.tsx';
import type { OpenedSession } from '#platform/session/open-session.ts';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import { SessionGate } from '#shell/session-gate.tsx';
import { NotificationsHost } from '#ui/notifications-host.tsx';
import { router } from './router.tsx';

export function App({ firstSession }: { firstSession: OpenedSession }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <LanguageFollower />
        <NotificationsHost />
        <SessionGate first={firstSession}>
          <RouterProvider router={router} />
        </SessionGate>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
