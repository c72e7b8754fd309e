import { queryClient } from '#platform/api/query-client.ts';
import type { Feature } from '#platform/navigation/feature.ts';
import { signInMethods } from './sign-in-methods.ts';

export const guest: Feature = {
  pages: [
    {
      path: '/guest/login',
      kind: 'guest',
      texts: ['guest', 'claims'],
      load: () => {
        // The page waits for them, so they are on their way with it.
        void queryClient.prefetchQuery(signInMethods);
        return import('./login-page.tsx');
      },
    },
    {
      path: '/guest/register',
      kind: 'guest',
      texts: 'guest',
      load: () => import('./register-page.tsx'),
    },
    {
      path: '/guest/undo',
      kind: 'guest',
      texts: 'guest',
      load: () => import('./undo-page.tsx'),
    },
    {
      path: '/guest/keep-factors',
      kind: 'guest',
      texts: 'guest',
      load: () => import('./keep-factors-page.tsx'),
    },
    {
      path: '/guest/oidc',
      kind: 'guest',
      texts: 'guest',
      load: () => import('./provider-page.tsx'),
    },
    {
      path: '/guest/unsubscribe',
      kind: 'guest',
      texts: 'guest',
      load: () => import('./unsubscribe-page.tsx'),
    },
    {
      path: '/guest/approval',
      kind: 'guest',
      texts: 'guest',
      load: () => import('./approval-page.tsx'),
    },
    { path: '/guest/reset', kind: 'guest', texts: 'guest', load: () => import('./reset-page.tsx') },
  ],
  moved: { '/guest': '/guest/login' },
};
