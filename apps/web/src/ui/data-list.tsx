import type { ReactNode } from 'react';
import classes from './data-list.module.css';

type DataListItem = { label: string; value: ReactNode };

/** Facts about one thing: label and value, side by side where there is room. */
export function DataList({ items }: { items: DataListItem[] }) {
  return (
    <dl className={classes.list}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes.item}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
