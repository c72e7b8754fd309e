import type { Reject } from '@causeway/contract/imports/records.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { SimpleTable } from '#ui/simple-table.tsx';
import { ParsedCell } from '../parsed-cell.tsx';
import { reasonText } from './reason-text.ts';
import classes from './reject-list.module.css';

/** Rows that were refused: where they stand, what stands there, and why it does not do. */
export function RejectList({ rejects }: { rejects: readonly Reject[] }) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  return (
    <SimpleTable
      label={t('rejects.label')}
      rows={[...rejects]}
      rowKey={(_, index) => index}
      columns={[
        {
          key: 'line',
          header: t('rejects.line'),
          isNumber: true,
          render: ({ line }) => number(line),
        },
        { key: 'column', header: t('rejects.column'), render: ({ column }) => column ?? '–' },
        {
          key: 'value',
          header: t('rejects.value'),
          render: ({ value, column }) =>
            value === null && column === null ? (
              '–'
            ) : (
              <span className={classes.value}>
                <ParsedCell cell={value} />
              </span>
            ),
        },
        { key: 'rule', header: t('rejects.rule'), render: ({ rule }) => t(`rule.${rule}`) },
        {
          key: 'reason',
          header: t('rejects.reason'),
          render: (reject) => <span className={classes.reason}>{reasonText(reject, t)}</span>,
        },
      ]}
    />
  );
}
