import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { labelKey, labelStoreOf } from '../references/label-store.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { Stack } from './stacks.ts';

const nothing = () => () => undefined;
const BETWEEN = '\u0000';

/** What stacks are called: a foreign key by the row it leads to, everything else by itself. */
export function useStackNames(
  connectorId: string,
  column: ShownColumn,
  stacks: readonly Stack[],
): (value: string | null) => string {
  const { t } = useTranslation('ways');
  const { foreignKey } = column;
  const store = foreignKey && labelStoreOf(connectorId, foreignKey.references);
  const values = stacks.flatMap(({ value }) => value ?? []);
  // One text, which is the same as long as it says the same.
  const found = useSyncExternalStore(store?.subscribe ?? nothing, () =>
    store ? values.map((value) => store.find(labelKey([value])) ?? '').join(BETWEEN) : '',
  );
  const wanted = values.join(BETWEEN);
  useEffect(() => {
    if (!store) return;
    for (const value of wanted.split(BETWEEN)) if (value !== '') store.want(labelKey([value]));
  }, [store, wanted]);
  const labels = new Map(found.split(BETWEEN).map((label, at) => [values[at], label]));
  return (value) => {
    if (value === null) return t('noValue');
    const label = labels.get(value) ?? '';
    if (label !== '') return label;
    return value === '' ? t('emptyText') : value;
  };
}
