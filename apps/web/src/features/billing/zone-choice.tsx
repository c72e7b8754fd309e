import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import classes from './usage.module.css';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Where the days of the chart begin, from now on. */
export function ZoneChoice({ zone }: { zone: string }) {
  const { t } = useTranslation('billing');
  const save = useMutation({
    mutationFn: (next: string) => api.call(billingRoutes.setZone, { body: { zone: next } }),
    onSuccess: refreshBilling,
    onError: notifyError,
  });
  return (
    <Select
      className={classes.zone}
      label={t('usage.zone')}
      description={t('usage.zoneLine')}
      searchable
      allowDeselect={false}
      data={zones.includes(zone) ? zones : [zone, ...zones]}
      value={save.isPending ? save.variables : zone}
      onChange={(next) => next !== null && save.mutate(next)}
    />
  );
}
