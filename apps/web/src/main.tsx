import '@mantine/core/styles.layer.css';
import './platform/theme/tokens.css';
import './platform/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchBuilds } from '#platform/builds/builds.ts';
import { addFollowers } from '#platform/events/followers.ts';
import { startI18n } from '#platform/i18n/i18n.ts';
import { startInLanguage } from '#platform/i18n/language-follower.tsx';
import { isSignedIn } from '#platform/session/session.ts';
import { runFollowers } from '#domain/runs/followers.ts';
import { sessionFollowers } from '#platform/session/followers.ts';
import { closeMenusFirst } from '#platform/menu-escape.ts';
import { provideRandomUuid } from '#platform/random-uuid.ts';
import { guardTaps } from '#platform/tap-guard.ts';
import { openSession } from '#platform/session/open-session.ts';
import { App } from './app.tsx';
import { manifests } from './manifests.ts';
import { preloadPage, router } from './router.tsx';
import { watchErrors } from './watch-errors.ts';

const element = document.querySelector('#root');
if (!element) throw new Error('index.html has no #root');

provideRandomUuid();
// The session and what goes on are shown by the shell, whatever the feature.
addFollowers(
  sessionFollowers,
  runFollowers,
  ...manifests.flatMap(({ followers }) => followers ?? []),
);
watchErrors(router);
guardTaps();
closeMenusFirst();
watchBuilds();
if (isSignedIn()) preloadPage();

const [firstSession] = await Promise.all([openSession(), startI18n()]);
await startInLanguage();
createRoot(element).render(
  <StrictMode>
    <App firstSession={firstSession} />
  </StrictMode>,
);
