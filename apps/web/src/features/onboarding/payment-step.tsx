import { onboardingRoutes } from '@causeway/contract/onboarding.ts';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { type PlanId, plans } from '@causeway/contract/plans.ts';
import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingQuery } from '#domain/billing/billing-query.ts';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { usePrice } from '#domain/plans/use-price.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { onboardingQuery } from './onboarding-query.ts';
import classes from './onboarding.module.css';
import { Problem, StepButtons, StepHead, type StepProps } from './step-parts.tsx';

type PaymentStepProps = StepProps & { onOtherPlan: () => void };

/** The built-in test provider says on every line that no money moves; it keeps a reference, no card. */
export function PaymentStep({ state, onDone, onOtherPlan }: PaymentStepProps) {
  const { t } = useTranslation('onboarding');
  const goOn = useMutation({ mutationFn: onDone });
  const { plan, payment } = state;
  const { data: billing } = useQuery(billingQuery);
  const isStripe = billing?.provider === 'stripe';
  const isPaid = plan === 'free' || payment?.plan === plan || (isStripe && billing.plan === plan);
  return (
    <>
      <StepHead
        title={t('payment.title')}
        line={
          plan === 'free'
            ? t('payment.free')
            : t('payment.line', { plan: t(`plans:names.${plan}`) })
        }
      />
      {plan !== 'free' && isStripe && !isPaid && <Elsewhere plan={plan} />}
      {plan !== 'free' &&
        billing &&
        !isStripe &&
        (payment ? <Paid payment={payment} /> : <TestProvider state={state} />)}
      <Problem error={goOn.error} />
      <StepButtons>
        {(isPaid || !isStripe) && (
          <Button disabled={!isPaid} loading={goOn.isPending} onClick={() => goOn.mutate()}>
            {t('continue')}
          </Button>
        )}
        {!isPaid && (
          <Button variant="subtle" onClick={onOtherPlan}>
            {t('payment.other')}
          </Button>
        )}
      </StepButtons>
    </>
  );
}

/** Paid on the page of the provider; one comes back here, and it is asked what was paid. */
function Elsewhere({ plan }: { plan: Exclude<PlanId, 'free'> }) {
  const { t } = useTranslation('onboarding');
  const price = usePrice();
  useQuery({
    queryKey: ['onboarding-return', plan],
    queryFn: async () => {
      await api.call(billingRoutes.sync, undefined);
      await refreshBilling();
      return true;
    },
  });
  const open = useMutation({
    mutationFn: () =>
      api.call(billingRoutes.checkout, {
        body: { purpose: 'plan', plan, seats: 1, back: 'onboarding' },
      }),
    onSuccess: ({ url }) => {
      if (url !== null) location.assign(url);
    },
  });
  return (
    <div className={classes.elsewhere}>
      <p className={classes.amount}>{t('plans:aSeat', { price: price(plans[plan].centsASeat) })}</p>
      <p className={classes.note}>{t('payment.elsewhereLine')}</p>
      <Button loading={open.isPending} onClick={() => open.mutate()}>
        {t('payment.elsewhere')}
      </Button>
      <Problem error={open.error} />
    </div>
  );
}

function TestProvider({ state: { plan } }: Pick<StepProps, 'state'>) {
  const { t } = useTranslation('onboarding');
  const price = usePrice();
  const queryClient = useQueryClient();
  const pay = useMutation({
    mutationFn: (outcome: 'pay' | 'decline') =>
      api.call(onboardingRoutes.pay, { body: { plan, outcome } }),
    onSuccess: (state) => queryClient.setQueryData(onboardingQuery.queryKey, state),
  });
  return (
    <div className={classes.provider}>
      <TestBadge />
      <p className={classes.note}>{t('payment.testLine')}</p>
      <p className={classes.amount}>{t('plans:aSeat', { price: price(plans[plan].centsASeat) })}</p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={pay.isPending && pay.variables === 'pay'}
          onClick={() => pay.mutate('pay')}
        >
          {t('payment.pay')}
        </Button>
        <Button
          variant="default"
          loading={pay.isPending && pay.variables === 'decline'}
          onClick={() => pay.mutate('decline')}
        >
          {t('payment.decline')}
        </Button>
      </div>
      <Problem error={pay.error} />
    </div>
  );
}

function TestBadge() {
  const { t } = useTranslation('onboarding');
  return (
    <p>
      <Badge variant="light" color="yellow" tt="none">
        {t('payment.test')}
      </Badge>
    </p>
  );
}

function Paid({ payment }: { payment: NonNullable<StepProps['state']['payment']> }) {
  const { t } = useTranslation('onboarding');
  const formats = useFormats();
  return (
    <div className={classes.provider}>
      <TestBadge />
      <p>{t('payment.paid', { date: formats.dateTime(payment.at) })}</p>
      <p className={classes.note}>
        <code>{payment.reference}</code>
      </p>
    </div>
  );
}
