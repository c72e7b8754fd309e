import type { ImportPlan, ReadOptions } from '@causeway/contract/imports/plan.ts';
import type { ColumnAnalysis } from '@causeway/contract/imports/records.ts';
import type { TableColumn, TableDetails } from '@causeway/contract/tables/details.ts';
import { findOwnFilling, matchColumns } from '../map/match-columns.ts';
import { columnNamesOf } from '../names.ts';
import type { ExistingRule, NullRule, PlanDraft } from './plan-draft.ts';

/** One column of the file with everything that is decided about it. */
export type MappedColumn = {
  from: string;
  /** Null is left out. */
  to: string | null;
  nulls: NullRule;
  /** What an empty cell does to rows that are there; undefined where none of them is changed by it. */
  existing: ExistingRule | undefined;
  type: string;
  isNullable: boolean;
  isKey: boolean;
  /** The column of an existing table it goes to. */
  column: TableColumn | undefined;
  analysis: ColumnAnalysis | undefined;
};

/** Why a plan can not be run yet. */
export type PlanProblem =
  | { kind: 'noTable' | 'taken' | 'noColumns' | 'noKey' }
  | { kind: 'twice' | 'missing' | 'keyLeftOut'; column: string };

type PlanInput = {
  draft: PlanDraft;
  /** How the file is read, and the columns it then has. */
  read: ReadOptions;
  fileColumns: readonly string[];
  /** Types guessed from the first rows, in the order of the columns; analysing knows better. */
  guesses: readonly string[];
  analyses: readonly ColumnAnalysis[];
  /** The chosen table, once it is known. */
  details: TableDetails | undefined;
  /** Tables the schema has, none of which a new one can be called after. */
  takenNames: readonly string[];
};

export function mapColumns(input: PlanInput): MappedColumn[] {
  const { draft, fileColumns, guesses, analyses, details } = input;
  const isNew = draft.target === 'new';
  const matches = suggestTargets(input);
  const isReplacing = !isNew && draft.mode === 'upsert';
  const key = keyOf(draft, details);
  return fileColumns.map((from, place) => {
    const choice = draft.columns[from] ?? {};
    const analysis = analyses.find(({ name }) => name === from);
    const to = choice.to === undefined ? (matches.get(from) ?? null) : choice.to;
    const column = isNew ? undefined : details?.columns.find(({ name }) => name === to);
    const type = choice.type ?? analysis?.type ?? guesses[place] ?? 'text';
    return {
      from,
      to: isNew || column ? to : null,
      nulls: choice.nulls ?? nullRuleFor(column, type),
      existing:
        isReplacing && column && !key.includes(column.name)
          ? (choice.existing ?? 'keep')
          : undefined,
      type,
      isNullable: choice.isNullable ?? true,
      // A column of that name is what rows are known by nearly everywhere; a check tells if it is not.
      isKey: choice.isKey ?? (isNew && to === 'id'),
      column,
      analysis,
    };
  });
}

function suggestTargets({ draft, fileColumns, details }: PlanInput): Map<string, string> {
  if (!draft.matchesNames) return new Map();
  if (draft.target === 'existing') {
    const key = draft.mode === 'insert' ? [] : keyOf(draft, details);
    return matchColumns(fileColumns, details?.columns ?? [], key);
  }
  const names = columnNamesOf(fileColumns);
  return new Map(fileColumns.map((from, place) => [from, names[place] ?? from]));
}

/** An empty text is a value of a text column and of no other; what must not be NULL takes its default. */
function nullRuleFor(column: TableColumn | undefined, type: string): NullRule {
  if (column && !column.isNullable && column.defaultValue !== null) return 'default';
  return (column ? column.category === 'S' : type === 'text') ? 'asRead' : 'emptyIsNull';
}

/** Keys by which rows can be found again: the primary key first. */
export function listKeys(details: TableDetails | undefined): string[][] {
  if (!details) return [];
  const keys = [details.primaryKey?.columns, ...details.uniqueKeys.map(({ columns }) => columns)];
  return keys.filter((key) => key !== undefined);
}

function keyOf(draft: PlanDraft, details: TableDetails | undefined): string[] {
  return draft.key ?? listKeys(details)[0] ?? [];
}

export function makePlan(input: PlanInput): { plan: ImportPlan; problems: PlanProblem[] } {
  const { draft, read, details } = input;
  const mapped = mapColumns(input);
  const taken = mapped.filter(
    (column): column is MappedColumn & { to: string } => column.to !== null,
  );
  const primaryKey = taken.filter(({ isKey }) => isKey).map(({ to }) => to);
  const isNew = draft.target === 'new';
  const plan: ImportPlan = {
    read,
    target: isNew
      ? {
          kind: 'new',
          schema: draft.schema,
          table: draft.table ?? '',
          columns: taken.map(({ to, type, isNullable, isKey }) => ({
            name: to,
            type,
            isNullable: isNullable && !isKey,
          })),
          primaryKey,
          addId: hasOwnId(draft, mapped),
        }
      : { kind: 'existing', schema: draft.schema, table: draft.table ?? '' },
    columns: taken.map(({ from, to, nulls, existing }) => ({
      from,
      to,
      nulls,
      ...(existing && { existing }),
    })),
    mode:
      isNew || draft.mode === 'insert'
        ? { kind: 'insert' }
        : { kind: draft.mode, key: keyOf(draft, details) },
    onBadRows: draft.onBadRows,
  };
  const problems = listProblems(plan, taken, details);
  const isTaken = isNew && input.takenNames.includes(plan.target.table);
  return { plan, problems: isTaken ? [{ kind: 'taken' }, ...problems] : problems };
}

/** Rows that nothing tells apart can't be edited later, so a new table gets an id unless told otherwise. */
export function hasOwnId(draft: PlanDraft, mapped: readonly MappedColumn[]): boolean {
  if (mapped.some(({ isKey, to }) => isKey || to === 'id')) return false;
  return draft.addId ?? true;
}

function listProblems(
  { target, mode, columns }: ImportPlan,
  taken: readonly { to: string }[],
  details: TableDetails | undefined,
): PlanProblem[] {
  if (target.table === '') return [{ kind: 'noTable' }];
  if (target.kind === 'existing' && !details) return [];
  const names = taken.map(({ to }) => to);
  const problems: PlanProblem[] = names
    .filter((name, place) => names.indexOf(name) < place)
    .map((column) => ({ kind: 'twice', column }));
  if (columns.length === 0) problems.push({ kind: 'noColumns' });
  if (mode.kind !== 'insert') {
    if (mode.key.length === 0) problems.push({ kind: 'noKey' });
    const leftOut = mode.key.filter((column) => !names.includes(column));
    problems.push(...leftOut.map((column) => ({ kind: 'keyLeftOut' as const, column })));
  }
  const needed = (details?.columns ?? []).filter(
    (column) =>
      !column.isNullable &&
      column.defaultValue === null &&
      !column.identity &&
      !findOwnFilling(column),
  );
  if (target.kind === 'existing') {
    const missing = needed.filter(({ name }) => !names.includes(name));
    problems.push(...missing.map(({ name }) => ({ kind: 'missing' as const, column: name })));
  }
  return problems;
}
