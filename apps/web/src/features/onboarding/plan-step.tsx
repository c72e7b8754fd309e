import type { PlanId } from '@causeway/contract/plans.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PlanCards } from '#domain/plans/plan-cards.tsx';
import { saveOnboarding } from './onboarding-query.ts';
import { Problem, StepButtons, StepHead, type StepProps } from './step-parts.tsx';

export function PlanStep({ state, onDone }: StepProps) {
  const { t } = useTranslation('onboarding');
  const choose = useMutation({ mutationFn: (plan: PlanId) => saveOnboarding({ plan }) });
  const goOn = useMutation({ mutationFn: onDone });
  const chosen = choose.isPending ? choose.variables : state.plan;
  return (
    <>
      <StepHead title={t('plan.title')} line={t('plan.line')} />
      <PlanCards chosen={chosen} onChoose={(plan) => choose.mutate(plan)} />
      <Problem error={choose.error ?? goOn.error} />
      <StepButtons>
        <Button disabled={choose.isPending} loading={goOn.isPending} onClick={() => goOn.mutate()}>
          {t('continue')}
        </Button>
      </StepButtons>
    </>
  );
}
