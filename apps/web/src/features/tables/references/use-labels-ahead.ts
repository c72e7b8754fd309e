import { useEffect, useRef } from 'react';
import type { Row } from '../rows/use-rows.ts';
import type { TableColumns } from '../table-columns.ts';
import { labelKey, labelStoreOf } from './label-store.ts';

/**
 * Asks what the rows are called that a page of rows points at, as soon as it is there. In a scroll
 * cells then find what they show; else each would be drawn without it first, and then with it.
 */
export function useLabelsAhead(
  connectorId: string,
  { all, shown }: TableColumns,
  rows: readonly Row[],
): void {
  const seen = useRef(new WeakSet<Row>());
  useEffect(() => {
    const fresh = rows.filter((row) => !seen.current.has(row));
    for (const row of fresh) seen.current.add(row);
    for (const { name, foreignKey } of shown) {
      // Of several columns the last one says what the row is called.
      if (!foreignKey || foreignKey.columns.at(-1) !== name) continue;
      const store = labelStoreOf(connectorId, foreignKey.references);
      const places = foreignKey.columns.map(
        (part) => all.find((column) => column.name === part)?.place ?? -1,
      );
      for (const { cells } of fresh) {
        const values = places.map((place) => cells?.[place] ?? null);
        if (!values.includes(null)) store.want(labelKey(values.map(String)));
      }
    }
  }, [connectorId, all, shown, rows]);
}
