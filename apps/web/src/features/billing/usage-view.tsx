import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import type { Usage } from '@causeway/contract/billing/usage.ts';
import { ActionIcon, Button } from '@mantine/core';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCredits } from '#domain/billing/use-credits.ts';
import { saveBlob } from '#domain/exports/save-from.ts';
import { usePrice } from '#domain/plans/use-price.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { UsageChart } from './usage-chart.tsx';
import { meterKey } from './meter-key.ts';
import type { useMonth } from './use-month.ts';
import { useQuantity } from './use-quantity.ts';
import classes from './usage.module.css';

type UsageViewProps = {
  query: UseQueryResult<Usage>;
  month: ReturnType<typeof useMonth>;
  hrefOf: (month: string) => string;
  save: () => Promise<Blob>;
};

/** A month of use: its days, its sum beside that of the month before, and what it went into. */
export function UsageView({ query, month, hrefOf, save }: UsageViewProps) {
  const { t } = useTranslation('billing');
  const file = useMutation({
    mutationFn: save,
    onSuccess: (blob) => saveBlob(blob, t('usage.fileName', { month: month.month })),
    onError: notifyError,
  });
  return (
    <>
      <div className={classes.head}>
        <span className={classes.months}>
          <ActionIcon
            component={AppLink}
            href={hrefOf(month.before)}
            aria-label={t('usage.monthBefore')}
          >
            <Icon name="chevronLeft" />
          </ActionIcon>
          <span className={classes.month}>{month.name}</span>
          {!month.isNow && (
            <ActionIcon
              component={AppLink}
              href={hrefOf(month.after)}
              aria-label={t('usage.monthAfter')}
            >
              <Icon name="chevronRight" />
            </ActionIcon>
          )}
        </span>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('usage.csv')}
        </Button>
      </div>
      <QueryView query={query}>{(usage) => <Month usage={usage} />}</QueryView>
    </>
  );
}

function Month({ usage }: { usage: Usage }) {
  const { t } = useTranslation('billing');
  if (usage.meters.length === 0) {
    return <EmptyState icon="gauge" title={t('usage.noneTitle')} line={t('usage.noneLine')} />;
  }
  return (
    <>
      <Sum usage={usage} />
      <UsageChart usage={usage} />
      <div className={classes.tables}>
        <Meters usage={usage} />
        {(['project', 'workflow', 'person', 'key'] as const).map((group) => (
          <Group key={group} group={group} usage={usage} />
        ))}
        {usage.plans.length > 0 && <OtherPlans usage={usage} />}
      </div>
    </>
  );
}

function Sum({ usage: { total, before } }: { usage: Usage }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const credits = useCredits();
  const [now, then] = [creditsToUnits(total), creditsToUnits(before)];
  const change = then === 0n ? null : Number(((now - then) * 1_000n) / then) / 1_000;
  return (
    <p>
      <span className={classes.total}>{t('usage.total', { credits: credits(total, 'cost') })}</span>{' '}
      <span className={classes.muted}>
        {change === null
          ? t('usage.noBefore')
          : t(change >= 0 ? 'usage.more' : 'usage.less', {
              percent: formats.percent(Math.abs(change)),
              credits: credits(before, 'cost'),
            })}
      </span>
    </p>
  );
}

function Meters({ usage: { meters } }: { usage: Usage }) {
  const { t } = useTranslation('billing');
  const amount = useQuantity();
  const credits = useCredits();
  return (
    <section>
      <h2>{t('usage.byMeter')}</h2>
      <SimpleTable
        label={t('usage.byMeter')}
        rows={meters}
        rowKey={({ meter }) => meter}
        columns={[
          {
            key: 'meter',
            header: t('usage.what'),
            wraps: true,
            render: ({ meter }) => t(`usage.meters.${meterKey(meter)}`),
          },
          {
            key: 'quantity',
            header: t('usage.quantity'),
            isNumber: true,
            render: ({ meter, quantity }) => amount(meter, quantity),
          },
          {
            key: 'cost',
            header: t('usage.credits'),
            isNumber: true,
            render: ({ cost }) => credits(cost, 'cost'),
          },
        ]}
      />
    </section>
  );
}

type GroupProps = { usage: Usage; group: keyof Usage['groups'] };

function Group({ usage, group }: GroupProps) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const credits = useCredits();
  const rows = usage.groups[group];
  // One project is the sum that stands above.
  if (rows.length < (group === 'project' ? 2 : 1)) return null;
  const title = t(`usage.by.${group}`);
  return (
    <section>
      <h2>{title}</h2>
      <SimpleTable
        label={title}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: t('usage.name'),
            wraps: true,
            render: ({ name }) => name ?? t('usage.gone'),
          },
          {
            key: 'times',
            header: t('usage.times'),
            isNumber: true,
            render: ({ quantity }) => formats.number(BigInt(quantity)),
          },
          {
            key: 'cost',
            header: t('usage.credits'),
            isNumber: true,
            render: ({ cost }) => credits(cost, 'cost'),
          },
        ]}
      />
    </section>
  );
}

function OtherPlans({ usage: { plans } }: { usage: Usage }) {
  const { t } = useTranslation('billing');
  const price = usePrice();
  return (
    <section>
      <h2>{t('usage.otherPlans')}</h2>
      <SimpleTable
        label={t('usage.otherPlans')}
        rows={plans}
        rowKey={({ plan }) => plan}
        columns={[
          {
            key: 'plan',
            header: t('plan.title'),
            render: ({ plan, isCurrent }) =>
              isCurrent
                ? t('usage.currentPlan', { plan: t(`plans:names.${plan}`) })
                : t(`plans:names.${plan}`),
          },
          {
            key: 'cents',
            header: t('usage.wouldCost'),
            isNumber: true,
            render: ({ cents }) => price(cents),
          },
        ]}
      />
    </section>
  );
}
