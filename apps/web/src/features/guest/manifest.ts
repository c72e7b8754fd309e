import type { Feature } from '#platform/navigation/feature.ts';

export const guest: Feature = {
  pages: [
    {
      path: '/guest/login',
      kind: 'guest',
      texts: ['guest', 'claims'],
      load: () => import('./login-page.tsx'),
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
