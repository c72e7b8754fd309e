import type { Billing } from '@causeway/contract/billing/billing.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePrice } from '#domain/plans/use-price.ts';
import classes from './billing.module.css';

/** A payment that only its payer can bring to an end, on a page of the provider. */
export function ToConfirm({ billing: { toConfirm } }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const price = usePrice();
  if (!toConfirm) return null;
  return (
    <div role="alert" className={classes.confirm}>
      <p className={classes.plain}>{t('confirm.line', { price: price(toConfirm.cents) })}</p>
      <Button component="a" href={toConfirm.url} size="compact-md">
        {t('confirm.action')}
      </Button>
    </div>
  );
}
