import { type DashboardFilter, takesMany } from '@causeway/contract/dashboards/filters.ts';
import type { FilterPick } from '@causeway/contract/dashboards/filter-values.ts';
import { ChoiceField } from './choice-field.tsx';
import { DatesField } from './dates-field.tsx';
import { ManyField } from './many-field.tsx';
import { TypedField } from './typed-field.tsx';

export type ValueFieldProps = {
  filter: Pick<DashboardFilter, 'label' | 'type' | 'isMany' | 'hasEmpty'>;
  pick: FilterPick;
  /** Undefined where nothing is, so that a value is typed. */
  offered: readonly string[] | undefined;
  /** What today is, and where. */
  moment: { now: Date; zone: string };
  onSet: (pick: FilterPick) => void;
};

/** Where a filter gets its value, for members and strangers. */
export function ValueField(props: ValueFieldProps) {
  const { filter, pick, offered } = props;
  // A value that was set elsewhere is shown, not the one that was typed.
  const key = JSON.stringify(pick);
  if (filter.type === 'dates') return <DatesField key={key} {...props} />;
  if (filter.type === 'numbers') return <TypedField key={key} {...props} />;
  if (offered) return <ChoiceField {...props} offered={offered} />;
  return takesMany(filter) ? <ManyField {...props} /> : <TypedField key={key} {...props} />;
}
