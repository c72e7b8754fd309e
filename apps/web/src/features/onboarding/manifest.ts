import type { Feature } from '#platform/navigation/feature.ts';
import { onboardingFollowers } from './followers.ts';

export const onboarding: Feature = {
  pages: [
    {
      path: '/onboarding',
      kind: 'guest',
      texts: ['onboarding', 'claims', 'plans'],
      load: () => import('./onboarding-page.tsx'),
    },
  ],
  followers: [onboardingFollowers],
};
