import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { useTranslation } from 'react-i18next';
import { DataList } from '#ui/data-list.tsx';
import { fileNameOf } from '../names.ts';

type PlanSummaryProps = { record: ImportRecord; plan: ImportPlan; columnCount: number };

/** What would happen, in a few lines. */
export function PlanSummary({ record, plan, columnCount }: PlanSummaryProps) {
  const { t, i18n } = useTranslation('imports');
  const { target, mode, columns, read } = plan;
  const size = record.size === null ? [] : [formatBytes(record.size, i18n.language)];
  return (
    <DataList
      items={[
        {
          label: t('summary.source'),
          value: [fileNameOf(record.source), t(`format.${read.format}`), ...size].join(' · '),
        },
        {
          label: t('summary.target'),
          value: t(`summary.${target.kind}`, { name: settingsNameOf(target) }),
        },
        {
          label: t('summary.columns'),
          value: t('summary.columnsOf', { taken: columns.length, all: columnCount }),
        },
        ...(target.kind === 'existing'
          ? [
              {
                label: t('summary.mode'),
                value:
                  mode.kind === 'insert'
                    ? t('mode.insert')
                    : `${t(`mode.${mode.kind}`)} (${mode.key.join(', ')})`,
              },
            ]
          : []),
      ]}
    />
  );
}
