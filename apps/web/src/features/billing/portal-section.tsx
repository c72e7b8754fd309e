import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { FormSection } from '#ui/form-section.tsx';
import classes from './billing.module.css';

/** Card, address and tax number are the provider's to keep; they are changed on its own page. */
export function PortalSection() {
  const { t } = useTranslation('billing');
  const open = useMutation({
    mutationFn: () => api.call(billingRoutes.portal, undefined),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <FormSection title={t('portal.title')} line={t('portal.line')}>
      <Button
        className={classes.fit}
        variant="default"
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {t('portal.open')}
      </Button>
      {open.error && (
        <p role="alert" className={classes.problem}>
          {errorText(open.error)}
        </p>
      )}
    </FormSection>
  );
}
