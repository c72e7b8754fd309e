import type { Billing } from '@causeway/contract/billing/billing.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './billing.module.css';

/** TEAM-9: why nothing that costs goes on, who knows of it, and what is left to do. */
export function Frozen({ billing: { frozenAt } }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  if (frozenAt === null) return null;
  return (
    <div role="alert" className={classes.frozen}>
      <p className={classes.plain}>
        <strong>{t('frozen.title', { date: formats.dateTime(frozenAt) })}</strong>
      </p>
      <p className={classes.plain}>{t('frozen.line')}</p>
      <p className={classes.plain}>{t('frozen.pay')}</p>
      <AppLink href="/support?show=new">{t('frozen.ask')}</AppLink>
    </div>
  );
}
