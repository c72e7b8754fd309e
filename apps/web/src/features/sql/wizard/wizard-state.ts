import { z } from 'zod';

export const wizardSteps = ['template', 'columns', 'review'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export const readingTemplates = [
  'rows',
  'groups',
  'timeline',
  'joined',
  'duplicates',
  'missing',
] as const;
export const writingTemplates = ['insert', 'update', 'delete'] as const;
export const templates = [...readingTemplates, ...writingTemplates] as const;
export type Template = (typeof templates)[number];

export const measureFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const;
export const conditionOperators = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'isNull',
  'isNotNull',
] as const;
export const timeUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;

const column = z.string().max(300);

/** Everything that was chosen. It stands in the address, so that back, forward and a link restore it. */
const wizardState = z.object({
  template: z.enum(templates).catch('rows'),
  schema: column.catch(''),
  table: column.catch(''),
  columns: z.array(column).catch([]),
  /** Which references are joined along: by their place among those of the table. */
  joins: z.array(z.number()).catch([]),
  /** Columns of joined tables, by the place of their reference; without a choice, what names a row. */
  joinedColumns: z.record(z.string(), z.array(column)).catch({}),
  measures: z
    .array(z.object({ fn: z.enum(measureFunctions), column: column }))
    .catch([{ fn: 'count', column: '' }]),
  conditions: z
    .array(z.object({ column, operator: z.enum(conditionOperators), value: z.string() }))
    .catch([]),
  timeColumn: column.catch(''),
  unit: z.enum(timeUnits).catch('month'),
  order: z
    .object({ column, direction: z.enum(['asc', 'desc']) })
    .nullable()
    .catch(null),
  limit: z.number().int().min(1).max(100_000).catch(100),
});
export type WizardState = z.infer<typeof wizardState>;
export type Condition = WizardState['conditions'][number];
export type Measure = WizardState['measures'][number];

export function readWizardState(text: string | undefined): WizardState {
  try {
    return wizardState.parse(JSON.parse(text ?? '{}'));
  } catch {
    return wizardState.parse({});
  }
}

/** Only what differs from the beginning: addresses stay short. */
export function writeWizardState(state: WizardState): string {
  const start = wizardState.parse({});
  const changed = Object.entries(state).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(start[name as keyof WizardState]),
  );
  return JSON.stringify(Object.fromEntries(changed));
}

export function isWriting(template: Template): boolean {
  return (writingTemplates as readonly Template[]).includes(template);
}
