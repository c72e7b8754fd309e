import type { ListingOrder } from '@causeway/contract/storage/objects.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { startsDescending, type FolderView } from '../folder-view.ts';
import classes from './list-header.module.css';

type ListHeaderProps = {
  view: Pick<FolderView, 'order' | 'descending'>;
  onOrder: (change: { order: ListingOrder; descending: boolean }) => void;
};

const columns: ListingOrder[] = ['name', 'type', 'size', 'date'];

export function ListHeader({ view, onOrder }: ListHeaderProps) {
  const { t } = useTranslation('storage');
  return (
    <div className={classes.header} role="toolbar" aria-label={t('order.label')}>
      {columns.map((order) => {
        const isCurrent = view.order === order;
        const descending = isCurrent ? !view.descending : startsDescending(order);
        return (
          <button
            key={order}
            type="button"
            className={classes.column}
            data-column={order}
            aria-pressed={isCurrent}
            onClick={() => onOrder({ order, descending })}
          >
            {t(`order.${order}`)}
            {isCurrent && <Icon name={view.descending ? 'arrowDown' : 'arrowUp'} size={12} />}
          </button>
        );
      })}
    </div>
  );
}
