import {
  onboardingSteps,
  type Onboarding,
  type OnboardingStep,
} from '@causeway/contract/onboarding.ts';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './onboarding.module.css';
import { isBefore, stepIcons } from './steps.ts';

type StepRailProps = {
  current: OnboardingStep;
  state: Onboarding;
  /** What is looked at instead of kept. */
  done: { project: boolean; verification: boolean };
  hrefOf: (step: OnboardingStep) => string;
};

export function StepRail({ current, state, done, hrefOf }: StepRailProps) {
  const { t } = useTranslation('onboarding');

  function isDone(step: OnboardingStep): boolean {
    if (step === 'project' || step === 'verification') return done[step];
    const isPaid = state.plan === 'free' || state.payment?.plan === state.plan;
    if (step === 'payment' && !isPaid) return false;
    return isBefore(step, state.furthest) && !isSkipped(step);
  }

  function isSkipped(step: OnboardingStep): boolean {
    return state.skipped.some((skipped) => skipped === step);
  }

  return (
    <nav aria-label={t('rail')}>
      <ol className={classes.rail}>
        {onboardingSteps.map((step) => (
          <li key={step}>
            <AppLink
              href={hrefOf(step)}
              className={classes.railStep}
              aria-current={step === current ? 'step' : undefined}
              data-done={isDone(step) || undefined}
            >
              <span className={classes.railMark}>
                <Icon name={isDone(step) ? 'check' : stepIcons[step]} size={14} />
              </span>
              <span className={classes.railName}>{t(`${step}.name`)}</span>
              {isSkipped(step) && <span className={classes.railNote}>{t('later')}</span>}
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
