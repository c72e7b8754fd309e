import {
  type Billing,
  billingRoutes,
  CENTS_A_CREDIT,
  topUps,
} from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCredits } from '#domain/billing/use-credits.ts';
import { CapForm } from '#domain/caps/cap-form.tsx';
import { usePrice } from '#domain/plans/use-price.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { DataList } from '#ui/data-list.tsx';
import { FormSection } from '#ui/form-section.tsx';
import classes from './billing.module.css';
import { PayBox } from './pay-box.tsx';
import { useCheckout } from './use-checkout.ts';

type SectionProps = { billing: Billing };

/** What is there, until when, and how there gets to be more. */
export function CreditsSection({ billing }: SectionProps) {
  const { t } = useTranslation('billing');
  const credits = useCredits();
  const isOpen = billing.checkout?.purpose === 'credits';
  return (
    <FormSection title={t('credits.title')} line={t('credits.line')}>
      <Amounts billing={billing} />
      {isOpen && billing.checkout ? <PayBox checkout={billing.checkout} /> : <TopUps />}
      <CapForm
        label={t('cap.label')}
        cap={billing.cap}
        line={t('cap.line', { spent: credits(billing.spent, 'cost') })}
        onSave={(cap) => api.call(billingRoutes.setCap, { body: { cap } })}
      />
    </FormSection>
  );
}

function Amounts({ billing }: SectionProps) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const credits = useCredits();
  const { balance, held, daysLeft, grants } = billing;
  const isOut = creditsToUnits(balance) <= 0n;
  return (
    <>
      <p className={classes.balance} data-low={isOut || undefined}>
        {t('credits.balance', { credits: credits(balance, 'balance') })}
        {held !== '0' && (
          <span className={classes.note}>
            {' '}
            {t('credits.held', { credits: credits(held, 'cost') })}
          </span>
        )}
      </p>
      {!isOut && (
        <p className={classes.note}>
          {daysLeft === null ? t('credits.lasts') : t('credits.runsOut', { count: daysLeft })}
        </p>
      )}
      {grants.length > 0 && (
        <DataList
          items={grants.map(({ id, kind, left, expiresAt }, index) => ({
            label: t('credits.nth', { nth: index + 1, kind: t(`credits.kinds.${kind}`) }),
            value: (
              <span key={id}>
                {credits(left, 'balance')} ·{' '}
                {expiresAt === null
                  ? t('credits.stays')
                  : t('credits.until', { date: formats.date(expiresAt) })}
              </span>
            ),
          }))}
        />
      )}
    </>
  );
}

function TopUps() {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const price = usePrice();
  const checkout = useCheckout();
  return (
    <div>
      <div className={classes.buttons}>
        {topUps.map((amount) => (
          <Button
            key={amount}
            variant="default"
            loading={checkout.isPending}
            onClick={() => checkout.mutate({ purpose: 'credits', credits: amount })}
          >
            {t('credits.buy', {
              number: formats.number(amount),
              price: price(amount * CENTS_A_CREDIT),
            })}
          </Button>
        ))}
      </div>
      {checkout.error && (
        <p role="alert" className={classes.problem}>
          {errorText(checkout.error)}
        </p>
      )}
    </div>
  );
}
