import type { Billing } from '@causeway/contract/billing/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingQuery } from '#domain/billing/billing-query.ts';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import classes from './billing.module.css';
import { BuyerSection } from './buyer-section.tsx';
import { CreditsSection } from './credits-section.tsx';
import { Frozen } from './frozen.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { PortalSection } from './portal-section.tsx';
import { SponsorshipsSection } from './sponsorships-section.tsx';
import { ToConfirm } from './to-confirm.tsx';
import { useReturn } from './use-return.ts';

export default function BillingPage() {
  const { t } = useTranslation('billing');
  const billing = useQuery(billingQuery);
  const isLooking = useReturn();
  return (
    <PageFrame>
      <PageHeader title={t('title')} line={t('line')} />
      <AccountTabs />
      {isLooking && <output className={classes.note}>{t('pay.looking')}</output>}
      <QueryView query={billing}>{(state) => <Sections billing={state} />}</QueryView>
    </PageFrame>
  );
}

function Sections({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  return (
    <>
      {billing.provider === 'test' && (
        <p className={classes.test}>
          <strong>{t('test.badge')}</strong> · {t('test.line')}
        </p>
      )}
      <Frozen billing={billing} />
      <ToConfirm billing={billing} />
      <CreditsSection billing={billing} />
      <PlanSection billing={billing} />
      {billing.provider === 'test' ? (
        <BuyerSection key={JSON.stringify(billing.buyer)} billing={billing} />
      ) : (
        <PortalSection />
      )}
      <SponsorshipsSection />
      <InvoicesSection billing={billing} />
    </>
  );
}
