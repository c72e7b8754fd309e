import { useTranslation } from 'react-i18next';
import { DataList } from '#ui/data-list.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonCards, SkeletonLines } from '#ui/skeletons.tsx';
import classes from './ui-content.module.css';

const tables = [
  { name: 'customers', rows: 12_480, size: '4.1 MB' },
  { name: 'orders', rows: 98_112, size: '31.8 MB' },
  { name: 'order_items', rows: 240_004, size: '58.0 MB' },
];

export function UiContent() {
  const { t, i18n } = useTranslation('debug');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className={classes.content}>
      <DataList
        items={[
          { label: t('ui.factName'), value: 'orders' },
          { label: t('ui.factRows'), value: number.format(98_112) },
          { label: t('ui.factLong'), value: 'x'.repeat(80) },
        ]}
      />
      <SimpleTable
        label={t('ui.content')}
        rows={tables}
        rowKey={(table) => table.name}
        columns={[
          { key: 'name', header: t('ui.factName'), render: (table) => table.name },
          {
            key: 'rows',
            header: t('ui.factRows'),
            isNumber: true,
            render: (table) => number.format(table.rows),
          },
          { key: 'size', header: t('ui.factSize'), isNumber: true, render: (table) => table.size },
        ]}
      />
      <SkeletonLines />
      <SkeletonCards />
    </div>
  );
}
