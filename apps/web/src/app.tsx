import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { LanguageFollower } from '#platform/i18n/language-follower.tsx';
import type { OpenedSession } from '#platform/session/open-session.ts';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import { SessionGate } from '#shell/session-gate.tsx';
import { ErrorSentence } from '#ui/error-sentence.ts';
import { NotificationsHost } from '#ui/notifications-host.tsx';
import { router } from './router.tsx';

export function App({ firstSession }: { firstSession: OpenedSession }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <LanguageFollower />
        <NotificationsHost />
        <SessionGate first={firstSession}>
          <ErrorSentence value={errorText}>
            <RouterProvider router={router} />
          </ErrorSentence>
        </SessionGate>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
