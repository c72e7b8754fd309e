import type { WizardTable } from './build-sql.ts';
import type { WizardState } from './wizard-state.ts';

/** What has to be chosen before there is any SQL; undefined where nothing is missing. */
export function missingPart(
  state: WizardState,
  table: WizardTable | undefined,
): 'table' | 'joins' | 'time' | 'measures' | 'columns' | 'conditions' | undefined {
  if (!table) return 'table';
  const { template } = state;
  const isOneOf = (...some: WizardState['template'][]) => some.includes(template);
  if (isOneOf('joined', 'missing') && !state.joins.some((place) => table.references[place])) {
    return 'joins';
  }
  if (template === 'timeline' && state.timeColumn === '') return 'time';
  if (isOneOf('groups', 'timeline') && state.measures.length === 0) return 'measures';
  if (isOneOf('duplicates', 'insert', 'update') && state.columns.length === 0) return 'columns';
  if (isOneOf('update', 'delete') && state.conditions.length === 0) return 'conditions';
  return undefined;
}
