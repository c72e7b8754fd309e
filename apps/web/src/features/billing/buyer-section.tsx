import { type Billing, billingRoutes, type Buyer } from '@causeway/contract/billing/billing.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { FormSection } from '#ui/form-section.tsx';
import classes from './billing.module.css';

/** Whom invoices are made out to: those that come, never those that were. */
export function BuyerSection({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const [buyer, setBuyer] = useState<Buyer>(billing.buyer);
  const save = useMutation({
    mutationFn: () => api.call(billingRoutes.setBuyer, { body: buyer }),
    onSuccess: refreshBilling,
  });
  const set = (field: keyof Buyer) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setBuyer((before) => ({ ...before, [field]: value }));
  };
  const isChanged = (Object.keys(buyer) as (keyof Buyer)[]).some(
    (field) => buyer[field] !== billing.buyer[field],
  );
  return (
    <FormSection title={t('buyer.title')} line={t('buyer.line')}>
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextInput
          label={t('buyer.name')}
          maxLength={200}
          value={buyer.name}
          onChange={set('name')}
        />
        <Textarea
          label={t('buyer.address')}
          maxLength={500}
          autosize
          minRows={2}
          value={buyer.address}
          onChange={set('address')}
        />
        <TextInput
          label={t('buyer.country')}
          maxLength={60}
          value={buyer.country}
          onChange={set('country')}
        />
        <TextInput
          label={t('buyer.taxId')}
          maxLength={40}
          value={buyer.taxId}
          onChange={set('taxId')}
        />
        {save.error && (
          <p role="alert" className={classes.problem}>
            {errorText(save.error)}
          </p>
        )}
        <Button
          type="submit"
          variant="default"
          className={classes.fit}
          disabled={!isChanged}
          loading={save.isPending}
        >
          {t('save')}
        </Button>
      </form>
    </FormSection>
  );
}
