import { planIds, plans, type PlanId } from '@causeway/contract/plans.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { saveOnboarding } from './onboarding-query.ts';
import classes from './onboarding.module.css';
import planClasses from './plan-step.module.css';
import { Problem, StepButtons, StepHead, type StepProps } from './step-parts.tsx';
import { usePrice } from './use-price.ts';

export function PlanStep({ state, onDone }: StepProps) {
  const { t } = useTranslation('onboarding');
  const choose = useMutation({ mutationFn: (plan: PlanId) => saveOnboarding({ plan }) });
  const goOn = useMutation({ mutationFn: onDone });
  const chosen = choose.isPending ? choose.variables : state.plan;
  return (
    <>
      <StepHead title={t('plan.title')} line={t('plan.line')} />
      <fieldset className={planClasses.plans}>
        <legend className={planClasses.hidden}>{t('plan.title')}</legend>
        {planIds.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            isChosen={plan === chosen}
            onChoose={() => choose.mutate(plan)}
          />
        ))}
      </fieldset>
      <Problem error={choose.error ?? goOn.error} />
      <StepButtons>
        <Button disabled={choose.isPending} loading={goOn.isPending} onClick={() => goOn.mutate()}>
          {t('continue')}
        </Button>
      </StepButtons>
    </>
  );
}

type PlanCardProps = { plan: PlanId; isChosen: boolean; onChoose: () => void };

function PlanCard({ plan, isChosen, onChoose }: PlanCardProps) {
  const { t } = useTranslation('onboarding');
  const formats = useFormats();
  const price = usePrice();
  const { credits, seats, connectors, historyDays, centsASeat } = plans[plan];
  return (
    <label className={planClasses.plan} data-chosen={isChosen || undefined}>
      <input type="radio" name="plan" value={plan} checked={isChosen} onChange={onChoose} />
      <span className={classes.grow}>
        <span className={planClasses.planName}>{t(`plans.${plan}`)}</span>
        <span className={classes.note}>
          {[
            seats === null ? t('plan.anySeats') : t('plan.seats', { count: seats }),
            t(centsASeat === 0 ? 'plan.credits' : 'plan.creditsASeat', {
              number: formats.number(credits),
            }),
            t('plan.connectors', { count: connectors }),
            t('plan.history', { count: historyDays }),
          ].join(' · ')}
        </span>
      </span>
      <span className={planClasses.price}>
        {centsASeat === 0 ? t('plan.nothing') : t('plan.aSeat', { price: price(centsASeat) })}
      </span>
    </label>
  );
}
