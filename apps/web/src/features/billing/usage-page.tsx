import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingQuery, ledgerQuery, myUsageQuery } from '#domain/billing/billing-query.ts';
import { useCredits } from '#domain/billing/use-credits.ts';
import { saveBlob } from '#domain/exports/save-from.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { UsageView } from './usage-view.tsx';
import { meterKey } from './meter-key.ts';
import { useMonth } from './use-month.ts';
import classes from './usage.module.css';
import { ZoneChoice } from './zone-choice.tsx';

/** What all projects used that one pays for, and every line of the credits. */
export default function UsagePage() {
  const { t } = useTranslation('billing');
  const month = useMonth();
  const usage = useQuery(myUsageQuery(month.month));
  return (
    <PageFrame isWide>
      <PageHeader title={t('usage.title')} line={t('usage.line')} />
      <AccountTabs />
      <Left />
      <UsageView
        query={usage}
        month={month}
        hrefOf={(next) => `/account/usage?month=${next}`}
        save={() => api.file(usageRoutes.mineFile, { query: { month: month.month } })}
      />
      <Ledger />
      <Zone />
    </PageFrame>
  );
}

function Left() {
  const { t } = useTranslation('billing');
  const credits = useCredits();
  const { data } = useQuery(billingQuery);
  if (!data) return null;
  const { balance, daysLeft } = data;
  const isOut = creditsToUnits(balance) <= 0n;
  return (
    <p className={classes.muted}>
      {t('credits.balance', { credits: credits(balance, 'balance') })} ·{' '}
      {!isOut &&
        `${daysLeft === null ? t('credits.lasts') : t('credits.runsOut', { count: daysLeft })} · `}
      <AppLink href="/account/billing">{t('usage.toBilling')}</AppLink>
    </p>
  );
}

function Zone() {
  const { data } = useQuery(billingQuery);
  return data ? <ZoneChoice zone={data.zone} /> : null;
}

function Ledger() {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const credits = useCredits();
  const lines = useQuery(ledgerQuery);
  const save = useMutation({
    mutationFn: () => api.file(billingRoutes.ledgerFile, undefined),
    onSuccess: (file) => saveBlob(file, t('ledger.fileName')),
    onError: notifyError,
  });
  return (
    <section className={classes.block}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('ledger.title')}</h2>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('ledger.csv')}
        </Button>
      </div>
      <QueryView query={lines}>
        {({ items }) => (
          <SimpleTable
            label={t('ledger.title')}
            rows={items}
            rowKey={({ seq }) => seq}
            stacks
            columns={[
              { key: 'at', header: t('ledger.at'), render: ({ at }) => formats.dateTime(at) },
              {
                key: 'kind',
                header: t('usage.what'),
                render: ({ kind, meter }) =>
                  meter === null ? t(`ledger.kinds.${kind}`) : t(`usage.meters.${meterKey(meter)}`),
              },
              {
                key: 'project',
                header: t('usage.by.project'),
                wraps: true,
                render: ({ project, link }) => {
                  const name = project && (project.name ?? t('usage.gone'));
                  if (link === null) return name;
                  return <AppLink href={link}>{name ?? t('ledger.open')}</AppLink>;
                },
              },
              {
                key: 'amount',
                header: t('usage.credits'),
                isNumber: true,
                render: ({ amount }) => credits(amount, 'balance'),
              },
              {
                key: 'balance',
                header: t('ledger.balance'),
                isNumber: true,
                render: ({ balance }) => credits(balance, 'balance'),
              },
            ]}
          />
        )}
      </QueryView>
    </section>
  );
}
