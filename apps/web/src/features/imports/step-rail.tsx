import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { steps, type Step } from './import-address.ts';
import classes from './step-rail.module.css';

type StepRailProps = {
  current: Step;
  /** Where a step leads; undefined while it can't be gone to. */
  hrefOf: (step: Step) => string | undefined;
};

export function StepRail({ current, hrefOf }: StepRailProps) {
  const { t } = useTranslation('imports');
  const place = steps.indexOf(current);
  return (
    <nav aria-label={t('steps.label')}>
      <ol className={classes.rail}>
        {steps.map((step, index) => {
          const href = step === current ? undefined : hrefOf(step);
          const face = (
            <>
              <span className={classes.mark}>
                {index < place ? <Icon name="check" size={13} /> : index + 1}
              </span>
              <span className={classes.name}>{t(`steps.${step}`)}</span>
            </>
          );
          return (
            <li key={step} className={classes.step} data-done={index < place || undefined}>
              {href ? (
                <AppLink href={href} className={classes.face}>
                  {face}
                </AppLink>
              ) : (
                <span className={classes.face} aria-current={step === current ? 'step' : undefined}>
                  {face}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
