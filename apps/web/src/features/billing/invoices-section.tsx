import { type Billing, billingRoutes, type Invoice } from '@causeway/contract/billing/billing.ts';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invoicesQuery } from '#domain/billing/billing-query.ts';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { saveBlob } from '#domain/exports/save-from.ts';
import { usePrice } from '#domain/plans/use-price.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { FormSection } from '#ui/form-section.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import classes from './billing.module.css';

export function InvoicesSection({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const price = usePrice();
  const invoices = useQuery(invoicesQuery);
  const isTest = billing.provider === 'test';
  return (
    <FormSection title={t('invoices.title')} line={t('invoices.line')}>
      <QueryView query={invoices} empty={<p className={classes.note}>{t('invoices.none')}</p>}>
        {(list) => (
          <SimpleTable
            label={t('invoices.title')}
            rows={list}
            rowKey={({ id }) => id}
            stacks
            columns={[
              { key: 'number', header: t('invoices.number'), render: ({ number }) => number },
              {
                key: 'date',
                header: t('invoices.date'),
                render: ({ issuedAt }) => formats.date(issuedAt),
              },
              {
                key: 'what',
                header: t('invoices.what'),
                render: ({ lines }) => lines.map(({ text }) => text).join(', '),
              },
              {
                key: 'state',
                header: t('invoices.state'),
                render: ({ state }) => t(`invoices.states.${state}`),
              },
              {
                key: 'amount',
                header: t('invoices.amount'),
                isNumber: true,
                render: ({ cents }) => price(cents),
              },
              {
                key: 'actions',
                header: t('invoices.file'),
                render: (invoice) => <InvoiceActions invoice={invoice} isTest={isTest} />,
              },
            ]}
          />
        )}
      </QueryView>
      {isTest && billing.subscription && <NextMonth />}
    </FormSection>
  );
}

function InvoiceActions({ invoice, isTest }: { invoice: Invoice; isTest: boolean }) {
  const { t } = useTranslation('billing');
  const save = useMutation({
    mutationFn: () => api.file(billingRoutes.invoiceFile, { params: { invoiceId: invoice.id } }),
    onSuccess: (file) => saveBlob(file, `${invoice.number}.pdf`),
    onError: notifyError,
  });
  const act = useTestAct();
  const label = t('invoices.save', { number: invoice.number });
  return (
    <span className={classes.actions}>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} loading={save.isPending} onClick={() => save.mutate()}>
          <Icon name="download" />
        </ActionIcon>
      </Tooltip>
      {isTest && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('test.acts', { number: invoice.number })}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('test.badge')}</Menu.Label>
            {(['refund', 'dispute', 'winDispute'] as const).map((name) => (
              <Menu.Item
                key={name}
                onClick={() => act.mutate({ act: name, invoiceId: invoice.id })}
              >
                {t(`test.act.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

function NextMonth() {
  const { t } = useTranslation('billing');
  const act = useTestAct();
  return (
    <Button
      className={classes.fit}
      variant="subtle"
      loading={act.isPending}
      onClick={() => act.mutate({ act: 'nextMonth' })}
    >
      {t('test.act.nextMonth')}
    </Button>
  );
}

type Act = { act: 'refund' | 'dispute' | 'winDispute' | 'nextMonth'; invoiceId?: string };

function useTestAct() {
  return useMutation({
    mutationFn: (body: Act) => api.call(billingRoutes.testAct, { body }),
    onSuccess: refreshBilling,
    onError: notifyError,
  });
}
