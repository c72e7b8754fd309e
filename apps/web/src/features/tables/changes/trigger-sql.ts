import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import { bracketed, listOf, literal, nameOf } from './sql-names.ts';

export const triggerTimings = ['before', 'after', 'instead of'] as const;
export const triggerEvents = ['insert', 'update', 'delete', 'truncate'] as const;
export const triggerLevels = ['row', 'statement'] as const;

export type TriggerDraft = {
  name: string;
  timing: (typeof triggerTimings)[number];
  events: (typeof triggerEvents)[number][];
  /** Only when one of these is updated; none is any. */
  columns: string[];
  level: (typeof triggerLevels)[number];
  /** An expression; empty is always. */
  condition: string;
  routine: { schema: string; name: string } | undefined;
  /** Texts the function is handed, whatever they look like. */
  given: string[];
};

type Shape = Pick<TriggerDraft, 'timing' | 'level' | 'events'>;

/** A view has no rows of its own that could be there before or after; a table has nothing to replace. */
export function timingsOf(kind: TableDetails['kind'], level: TriggerDraft['level']) {
  return triggerTimings.filter((timing) => {
    if (kind !== 'view') return timing !== 'instead of';
    return level === 'row' ? timing === 'instead of' : timing !== 'instead of';
  });
}

export function eventsOf(kind: TableDetails['kind'], level: TriggerDraft['level']) {
  return triggerEvents.filter((event) => {
    return event !== 'truncate' || (level === 'statement' && kind !== 'view');
  });
}

/** The same trigger as far as a table of the kind can have it. */
export function fitted<Draft extends Shape>(draft: Draft, kind: TableDetails['kind']): Draft {
  const timings = timingsOf(kind, draft.level);
  const events = eventsOf(kind, draft.level);
  return {
    ...draft,
    timing: timings.includes(draft.timing) ? draft.timing : (timings[0] ?? draft.timing),
    events: events.filter((event) => draft.events.includes(event)),
  };
}

export function mayNameColumns({ timing, events }: Shape): boolean {
  return events.includes('update') && timing !== 'instead of';
}

export function mayHaveCondition({ timing }: Shape): boolean {
  return timing !== 'instead of';
}

export function createTrigger(table: TableName, draft: TriggerDraft): string[] {
  const { timing, events, columns, level, routine, given } = draft;
  const name = draft.name.trim();
  if (name === '' || events.length === 0 || !routine) return [];
  const named = mayNameColumns(draft) && columns.length > 0 ? ` of ${listOf(columns)}` : '';
  const when = events.map((event) => (event === 'update' ? `update${named}` : event));
  const condition = mayHaveCondition(draft) ? draft.condition.trim() : '';
  const called = nameOf({ schema: routine.schema, table: routine.name });
  return [
    [
      `create trigger ${quoted(name)}`,
      `${timing} ${when.join(' or ')} on ${nameOf(table)}`,
      `for each ${level}`,
      ...(condition === '' ? [] : [`when ${bracketed(condition)}`]),
      `execute function ${called}(${given.map(literal).join(', ')})`,
    ].join('\n  '),
  ];
}

export function switchTrigger(table: TableName, name: string, isOn: boolean): string[] {
  return [`alter table ${nameOf(table)} ${isOn ? 'enable' : 'disable'} trigger ${quoted(name)}`];
}

export function dropTrigger(table: TableName, name: string): string[] {
  return [`drop trigger ${quoted(name)} on ${nameOf(table)}`];
}
