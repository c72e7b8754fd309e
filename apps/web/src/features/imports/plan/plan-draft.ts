import {
  type ColumnMapping,
  type ImportPlan,
  type ReadOptions,
  rulesOf,
} from '@causeway/contract/imports/plan.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';

export type NullRule = NonNullable<ColumnMapping['nulls']>;
export type ExistingRule = NonNullable<ColumnMapping['existing']>;
export type ModeKind = ImportPlan['mode']['kind'];

/** What was chosen for one column of the file; what is not here is as suggested. */
export type ColumnChoice = {
  /** Null leaves it out. */
  to?: string | null;
  nulls?: NullRule;
  existing?: ExistingRule;
  /** Only of a new table. */
  type?: string;
  isNullable?: boolean;
  isKey?: boolean;
};

/** What somebody chose on the way; suggestions fill up the rest, so they stay right when the file is read anew. */
export type PlanDraft = {
  read: Partial<ReadOptions>;
  target: 'existing' | 'new';
  schema: string;
  /** Undefined until chosen; of a new table, named after the file. */
  table: string | undefined;
  /** Undefined adds one when no column is a key. */
  addId: boolean | undefined;
  columns: Record<string, ColumnChoice>;
  /** Whether columns without a choice find their place by name; those of a saved plan are left out. */
  matchesNames: boolean;
  mode: ModeKind;
  /** Undefined is the primary key. */
  key: string[] | undefined;
  onBadRows: ImportPlan['onBadRows'];
};

export const emptyDraft: PlanDraft = {
  read: {},
  target: 'existing',
  schema: DEFAULT_SCHEMA,
  table: undefined,
  addId: undefined,
  columns: {},
  matchesNames: true,
  mode: 'insert',
  key: undefined,
  onBadRows: 'stop',
};

/** A plan that was run or saved, to be changed again. */
export function draftOfPlan(plan: ImportPlan): PlanDraft {
  const { read, target, columns, mode, onBadRows } = plan;
  const mapped = columns.map((mapping): [string, ColumnChoice] => {
    const { from, to } = mapping;
    const { nulls, existing } = rulesOf(mapping);
    // Whoever only added rows has not said what becomes of those that are there.
    const said = mode.kind === 'upsert' ? { existing } : {};
    return [from, { to, nulls, ...said, ...newColumnChoice(target, to) }];
  });
  return {
    read,
    target: target.kind,
    schema: target.schema,
    table: target.table,
    addId: target.kind === 'new' ? target.addId : undefined,
    columns: Object.fromEntries(mapped),
    matchesNames: false,
    mode: mode.kind,
    key: mode.kind === 'insert' ? undefined : mode.key,
    onBadRows,
  };
}

function newColumnChoice(target: ImportPlan['target'], to: string): ColumnChoice {
  if (target.kind !== 'new') return {};
  const column = target.columns.find(({ name }) => name === to);
  return {
    ...(column && { type: column.type, isNullable: column.isNullable }),
    isKey: target.primaryKey.includes(to),
  };
}

export function withColumn(draft: PlanDraft, from: string, choice: ColumnChoice): PlanDraft {
  return {
    ...draft,
    columns: { ...draft.columns, [from]: { ...draft.columns[from], ...choice } },
  };
}
