import { type Billing, billingRoutes, MOST_SEATS } from '@causeway/contract/billing/billing.ts';
import { type PlanId, plans } from '@causeway/contract/plans.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { PlanCards } from '#domain/plans/plan-cards.tsx';
import { usePrice } from '#domain/plans/use-price.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { FormSection } from '#ui/form-section.tsx';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import classes from './billing.module.css';
import { PayBox } from './pay-box.tsx';
import { useCheckout } from './use-checkout.ts';

/** What is booked, and what else could be: more at once, less when the month ends. */
export function PlanSection({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const isOpen = billing.checkout?.purpose === 'plan';
  return (
    <FormSection title={t('plan.title')} line={t('plan.line')}>
      <Booked billing={billing} />
      <SeatsOver billing={billing} />
      {isOpen && billing.checkout && <PayBox checkout={billing.checkout} />}
      {!isOpen && <Choice key={`${billing.plan} ${billing.seats}`} billing={billing} />}
    </FormSection>
  );
}

function Booked({ billing: { subscription } }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  if (!subscription) return null;
  const { plan, seats, periodEnd, next, state } = subscription;
  const date = formats.date(periodEnd);
  return (
    <div>
      <p className={classes.plain}>
        {t('plan.booked', { plan: t(`plans:names.${plan}`), count: seats })}{' '}
        {next === null && t('plan.renews', { date })}
        {next?.plan === 'free' && t('plan.ends', { date })}
        {next &&
          next.plan !== 'free' &&
          t('plan.becomes', { date, plan: t(`plans:names.${next.plan}`), count: next.seats })}
      </p>
      {state === 'past_due' && (
        <p role="alert" className={classes.problem}>
          {t('plan.pastDue')}
        </p>
      )}
    </div>
  );
}

/** Fewer seats than people: who joined last reads, and it is said. */
function SeatsOver({ billing: { plan, subscription, seatsTaken } }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const allowed = subscription?.seats ?? plans[plan].seats;
  if (allowed === null || seatsTaken <= allowed) return null;
  return (
    <p role="alert" className={classes.problem}>
      {t('plan.over', { taken: seatsTaken, count: allowed })}
    </p>
  );
}

type Wish = { plan: PlanId; seats: number };
const priceOf = ({ plan, seats }: Wish) => plans[plan].centsASeat * seats;

function Choice({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const price = usePrice();
  const checkout = useCheckout();
  const { subscription } = billing;
  const booked: Wish = { plan: billing.plan, seats: billing.seats };
  const [plan, setPlan] = useState<PlanId>(booked.plan);
  const [seats, setSeats] = useState(booked.seats);
  const change = useMutation({
    mutationFn: (wish: Wish) => api.call(billingRoutes.change, { body: wish }),
    onSuccess: refreshBilling,
  });
  const wish = { plan, seats: plan === 'free' ? 1 : seats };
  const isSame = wish.plan === booked.plan && wish.seats === booked.seats;
  const isUndoing = isSame && subscription !== null && subscription.next !== null;
  const isLess = priceOf(wish) < priceOf(booked);

  async function book() {
    if (!subscription) {
      if (wish.plan !== 'free') {
        checkout.mutate({ purpose: 'plan', plan: wish.plan, seats: wish.seats });
      }
      return;
    }
    if (isLess && !(await isSure(subscription.periodEnd))) return;
    change.mutate(wish);
  }

  function isSure(periodEnd: string): Promise<boolean> {
    const { connectors, keys, seats: mostSeats, historyDays, credits } = plans[wish.plan];
    const allowed = wish.plan === 'free' ? mostSeats : wish.seats;
    return confirmDialog({
      title: t('change.title', {
        plan: t(`plans:names.${wish.plan}`),
        date: formats.date(periodEnd),
      }),
      lead: 'happens',
      losses: [
        t('change.credits', { number: formats.number(credits * wish.seats) }),
        t('change.limits', {
          seats: mostSeats ?? '∞',
          connectors,
          keys,
          days: historyDays,
        }),
        ...(allowed !== null && billing.seatsTaken > allowed
          ? [t('change.seatsOver', { taken: billing.seatsTaken, count: allowed })]
          : []),
        t('change.nothingGone'),
      ],
      confirmLabel: t(wish.plan === 'free' ? 'change.cancelPlan' : 'change.confirm'),
    });
  }

  const error = checkout.error ?? change.error;
  return (
    <>
      <PlanCards chosen={plan} current={booked.plan} onChoose={setPlan} />
      <div className={classes.withButton}>
        {plan !== 'free' && (
          <WholeNumberInput
            className={classes.seats}
            label={t('plan.seats')}
            min={1}
            max={Math.min(MOST_SEATS, plans[plan].seats ?? MOST_SEATS)}
            value={seats}
            onChange={setSeats}
          />
        )}
        {(subscription !== null || wish.plan !== 'free') && (
          <Button
            disabled={isSame && !isUndoing}
            loading={checkout.isPending || change.isPending}
            onClick={() => void book()}
          >
            {isUndoing
              ? t('plan.keep')
              : wish.plan === 'free'
                ? t('plan.cancel')
                : t('plan.book', { price: price(priceOf(wish)) })}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className={classes.problem}>
          {errorText(error)}
        </p>
      )}
    </>
  );
}
