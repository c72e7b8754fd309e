import { planIds, plans, type PlanId } from '@causeway/contract/plans.ts';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './plan-cards.module.css';
import { usePrice } from './use-price.ts';

type PlanCardsProps = {
  chosen: PlanId;
  /** What is booked now, where there is something. */
  current?: PlanId;
  onChoose: (plan: PlanId) => void;
};

/** The plans with what they include; one of them is chosen. */
export function PlanCards({ chosen, current, onChoose }: PlanCardsProps) {
  const { t } = useTranslation('plans');
  return (
    <fieldset className={classes.plans}>
      <legend className={classes.hidden}>{t('choose')}</legend>
      {planIds.map((plan) => (
        <PlanCard
          key={plan}
          plan={plan}
          isChosen={plan === chosen}
          isCurrent={plan === current}
          onChoose={() => onChoose(plan)}
        />
      ))}
    </fieldset>
  );
}

type PlanCardProps = {
  plan: PlanId;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
};

function PlanCard({ plan, isChosen, isCurrent, onChoose }: PlanCardProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const price = usePrice();
  const { credits, seats, connectors, keys, runsAtOnce, historyDays, centsASeat } = plans[plan];
  return (
    <label className={classes.plan} data-chosen={isChosen || undefined}>
      <input type="radio" name="plan" value={plan} checked={isChosen} onChange={onChoose} />
      <span className={classes.grow}>
        <span className={classes.planName}>
          {t(`names.${plan}`)}
          {isCurrent && (
            <Badge size="sm" variant="light" ml="xs" tt="none">
              {t('current')}
            </Badge>
          )}
        </span>
        <span className={classes.note}>
          {[
            seats === null ? t('anySeats') : t('seats', { count: seats }),
            t(centsASeat === 0 ? 'credits' : 'creditsASeat', { number: formats.number(credits) }),
            t('connectors', { count: connectors }),
            t('keys', { count: keys }),
            t('runs', { count: runsAtOnce }),
            t('history', { count: historyDays }),
          ].join(' · ')}
        </span>
      </span>
      <span className={classes.price}>
        {centsASeat === 0 ? t('nothing') : t('aSeat', { price: price(centsASeat) })}
      </span>
    </label>
  );
}
