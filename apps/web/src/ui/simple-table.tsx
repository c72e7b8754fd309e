import type { ReactNode } from 'react';
import classes from './simple-table.module.css';

type TableColumn<Row> = {
  key: string;
  header: string;
  /** Numbers stand right, in figures of one width. */
  isNumber?: boolean;
  /** Names people give: rather on two lines than the table wider than its place. */
  wraps?: boolean;
  render: (row: Row) => ReactNode;
};

type SimpleTableProps<Row> = {
  /** Says what the table holds, for who can't see it. */
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** On a phone each row is a block of its own, headed by its first cell: for tables people act in. */
  stacks?: boolean;
};

/** A short table that is all on screen; it scrolls inside itself when it is too wide. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { label, columns, rows, rowKey, stacks = false } = props;
  return (
    <section
      className={classes.frame}
      aria-label={label}
      // Without a tab stop a keyboard could not scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-stacks={stacks || undefined}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-number={column.isNumber || undefined}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.header}
                  data-number={column.isNumber || undefined}
                  data-wraps={column.wraps || undefined}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
