import { billingRoutes, type Checkout } from '@causeway/contract/billing/billing.ts';
import { Badge, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { usePrice } from '#domain/plans/use-price.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './billing.module.css';

/** An open page: paid here with the test provider, or with the provider it belongs to. */
export function PayBox({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const price = usePrice();
  const params = { checkoutId: checkout.id };
  const pay = useMutation({
    mutationFn: (outcome: 'pay' | 'decline') =>
      api.call(billingRoutes.pay, { params, body: { outcome } }),
    onSuccess: refreshBilling,
  });
  const abandon = useMutation({
    mutationFn: () => api.call(billingRoutes.abandon, { params }),
    onSuccess: refreshBilling,
  });
  const { plan, seats, credits, cents, url } = checkout;
  const what =
    credits === null
      ? t('pay.plan', { plan: t(`plans:names.${plan ?? 'free'}`), count: seats ?? 1 })
      : t('pay.credits', { number: formats.number(credits) });
  return (
    <section className={classes.payBox} aria-label={t('pay.label')}>
      <p className={classes.payHead}>
        <span>{what}</span>
        <strong>{price(cents)}</strong>
      </p>
      {url === null ? (
        <>
          <p className={classes.note}>
            <Badge variant="light" color="yellow" tt="none">
              {t('test.badge')}
            </Badge>{' '}
            {t('test.noMoney')}
          </p>
          <div className={classes.buttons}>
            <Button
              loading={pay.isPending && pay.variables === 'pay'}
              onClick={() => pay.mutate('pay')}
            >
              {t('pay.pay')}
            </Button>
            <Button
              variant="default"
              loading={pay.isPending && pay.variables === 'decline'}
              onClick={() => pay.mutate('decline')}
            >
              {t('pay.decline')}
            </Button>
            <Button variant="subtle" loading={abandon.isPending} onClick={() => abandon.mutate()}>
              {t('pay.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.buttons}>
          <Button component="a" href={url}>
            {t('pay.goOn')}
          </Button>
          <Button variant="subtle" loading={abandon.isPending} onClick={() => abandon.mutate()}>
            {t('pay.cancel')}
          </Button>
        </div>
      )}
      {(pay.error ?? abandon.error) && (
        <p role="alert" className={classes.problem}>
          {errorText(pay.error ?? abandon.error)}
        </p>
      )}
    </section>
  );
}
