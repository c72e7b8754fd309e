import { findSafePath } from '@causeway/contract/safe-path.ts';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { followEvents } from '#platform/events/follow-events.ts';
import { logout } from '#platform/session/session.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { LaterStep } from './later-step.tsx';
import classes from './onboarding.module.css';
import { ProjectStep } from './project-step.tsx';
import { StepRail } from './step-rail.tsx';
import { firstOpenStep, isStep, nextStep, type Step } from './steps.ts';
import { VerificationStep } from './verification-step.tsx';

/** TEAM-4: six steps, the current one in the address; back and forward of the browser work. */
export default function OnboardingPage() {
  const { t } = useTranslation('onboarding');
  const { email, verified } = useCurrentUser();
  const hasProject = useProjects().length > 0;
  const openHref = useOpenHref();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const next = typeof search.next === 'string' ? findSafePath(search.next) : undefined;
  const step = isStep(search.step) ? search.step : firstOpenStep({ hasProject });
  // Another tab may verify the address or make the project.
  useEffect(() => followEvents(), []);

  function hrefOf(to: Step): string {
    return `/onboarding?${new URLSearchParams({ step: to, ...(next && { next }) })}`;
  }

  function goOn() {
    const following = nextStep(step);
    if (following && following !== step) openHref(hrefOf(following));
    else openHref(next ?? '/');
  }

  async function signOut() {
    await logout();
    location.assign('/guest/login');
  }

  return (
    <div className={classes.frame}>
      <StepRail
        current={step}
        done={{ project: hasProject, verification: verified }}
        hrefOf={hrefOf}
      />
      <section className={classes.card}>
        {step === 'project' && <ProjectStep onDone={goOn} />}
        {step === 'verification' && (
          <VerificationStep
            token={typeof search.token === 'string' ? search.token : undefined}
            onDone={() => openHref(next ?? '/')}
          />
        )}
        {step !== 'project' && step !== 'verification' && <LaterStep step={step} onSkip={goOn} />}
      </section>
      <p className={classes.footer}>
        {t('signedInAs', { email })}{' '}
        <button type="button" className={classes.textButton} onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      </p>
    </div>
  );
}
