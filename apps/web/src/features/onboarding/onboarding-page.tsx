import type { Onboarding, OnboardingStep } from '@causeway/contract/onboarding.ts';
import { findSafePath } from '@causeway/contract/safe-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { followEvents } from '#platform/events/follow-events.ts';
import { logout } from '#platform/session/session.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { QueryView } from '#ui/query-view.tsx';
import { ConnectorsStep } from './connectors-step.tsx';
import { onboardingQuery, saveOnboarding } from './onboarding-query.ts';
import classes from './onboarding.module.css';
import { PaymentStep } from './payment-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { ProjectStep } from './project-step.tsx';
import { StepRail } from './step-rail.tsx';
import { isBefore, isStep, nextStep, openStep, previousStep } from './steps.ts';
import { TeamStep } from './team-step.tsx';
import { VerificationStep } from './verification-step.tsx';

/**
 * TEAM-4: six steps. The address names the one shown, the server keeps the furthest: whoever comes
 * back, also in another browser, goes on there, and another tab follows by itself.
 */
export default function OnboardingPage() {
  const onboarding = useQuery(onboardingQuery);
  // Another tab may verify the address, make the project or go on.
  useEffect(() => followEvents(), []);
  return <QueryView query={onboarding}>{(state) => <Steps state={state} />}</QueryView>;
}

function Steps({ state }: { state: Onboarding }) {
  const { t } = useTranslation('onboarding');
  const { email, verified } = useCurrentUser();
  const hasProject = useProjects().length > 0;
  const openHref = useOpenHref();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const next = typeof search.next === 'string' ? findSafePath(search.next) : undefined;
  const open = openStep(state.furthest, hasProject);
  const step = isStep(search.step) ? search.step : open;
  useFollowing(step, open, () => openHref(hrefOf(open)));

  function hrefOf(to: OnboardingStep): string {
    return `/onboarding?${new URLSearchParams({ step: to, ...(next && { next }) })}`;
  }

  async function goOn() {
    const following = nextStep(step, state.plan);
    if (!following) return openHref(next ?? '/');
    if (isBefore(state.furthest, following)) await saveOnboarding({ reached: following });
    openHref(hrefOf(following));
  }

  async function signOut() {
    await logout();
    location.assign('/guest/login');
  }

  const before = previousStep(step, state.plan);
  const parts = { state, onDone: goOn };
  return (
    <div className={classes.frame}>
      <StepRail
        current={step}
        state={state}
        done={{ project: hasProject, verification: verified }}
        hrefOf={hrefOf}
      />
      <section className={classes.card}>
        {step === 'project' && <ProjectStep onDone={goOn} />}
        {step === 'team' && <TeamStep {...parts} />}
        {step === 'plan' && <PlanStep {...parts} />}
        {step === 'payment' && (
          <PaymentStep {...parts} onOtherPlan={() => openHref(hrefOf('plan'))} />
        )}
        {step === 'connectors' && <ConnectorsStep {...parts} />}
        {step === 'verification' && (
          <VerificationStep
            token={typeof search.token === 'string' ? search.token : undefined}
            onDone={() => openHref(next ?? '/')}
          />
        )}
      </section>
      <p className={classes.footer}>
        {before && (
          <button
            type="button"
            className={classes.textButton}
            onClick={() => openHref(hrefOf(before))}
          >
            {t('back')}
          </button>
        )}
        <span>
          {t('signedInAs', { email })}{' '}
          <button type="button" className={classes.textButton} onClick={() => void signOut()}>
            {t('signOut')}
          </button>
        </span>
      </p>
    </div>
  );
}

/** Goes along when the step shown was the open one and is not any more; who went back is left alone. */
function useFollowing(step: OnboardingStep, open: OnboardingStep, follow: () => void): void {
  const wasOpen = useRef(open);
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = open;
    if (step === before && isBefore(before, open)) follow();
  });
}
