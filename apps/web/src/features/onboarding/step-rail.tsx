import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './onboarding.module.css';
import { stepIcons, steps, type Step } from './steps.ts';

type StepRailProps = {
  current: Step;
  done: Partial<Record<Step, boolean>>;
  hrefOf: (step: Step) => string;
};

export function StepRail({ current, done, hrefOf }: StepRailProps) {
  const { t } = useTranslation('onboarding');
  return (
    <nav aria-label={t('rail')}>
      <ol className={classes.rail}>
        {steps.map((step) => (
          <li key={step}>
            <AppLink
              href={hrefOf(step)}
              className={classes.railStep}
              aria-current={step === current ? 'step' : undefined}
              data-done={done[step] || undefined}
            >
              <span className={classes.railMark}>
                <Icon name={done[step] ? 'check' : stepIcons[step]} size={14} />
              </span>
              <span className={classes.railName}>{t(`${step}.name`)}</span>
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
