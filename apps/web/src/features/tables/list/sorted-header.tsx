import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { TablesOrder } from './sort-tables.ts';
import classes from './tables-view.module.css';

type SortedHeaderProps = {
  by: TablesOrder['by'];
  order: TablesOrder;
  onOrder: (order: TablesOrder) => void;
};

/** A click sorts by it, largest first where it is a number; another turns it round. */
export function SortedHeader({ by, order, onOrder }: SortedHeaderProps) {
  const { t } = useTranslation('tables');
  const isNumber = by !== 'name';
  const isChosen = order.by === by;
  const next = { by, isDescending: isChosen ? !order.isDescending : isNumber };
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      aria-sort={isChosen ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => onOrder(next)}>
        {t(`tables.${by}`)}
        {isChosen && <Icon name={order.isDescending ? 'arrowDown' : 'arrowUp'} size={12} />}
      </button>
    </th>
  );
}
