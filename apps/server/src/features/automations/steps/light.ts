import type { Executors } from '../engine/executor.ts';
import { count, EACH } from '../engine/effort.ts';
import { RunStopped } from '../engine/executor.ts';
import { compileValue, evaluate } from '../engine/values.ts';
import { asText } from '@causeway/contract/automations/expressions.ts';
import type { Condition } from '@causeway/contract/automations/nodes.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { compare, holdAll } from './conditions.ts';
import {
  aggregateItems,
  dedupeItems,
  formatValue,
  joinItems,
  listOf,
  parseText,
  sortItems,
} from './lists.ts';

type Light =
  | 'set'
  | 'filter'
  | 'sort'
  | 'aggregate'
  | 'join'
  | 'dedupe'
  | 'parse'
  | 'format'
  | 'if'
  | 'switch'
  | 'stop'
  | 'respond'
  | 'wait';

/** Steps that touch nothing outside their run: over in the same turn. */
export const lightSteps: Pick<Executors, Light> = {
  set: {
    effect: 'pure',
    execute: ({ node }) => {
      const base = node.base ?? {};
      const fields = node.fields.map(({ name, value }): [string, unknown] => [name, value]);
      return { output: { ...base, ...Object.fromEntries(fields) } };
    },
  },
  filter: {
    effect: 'pure',
    execute: ({ node, scope }) => {
      const asked = compileValue(node.conditions);
      const kept = listOf(node.items, 'listToFilter').filter((item, index) => {
        count(EACH * node.conditions.length);
        const conditions = evaluate(asked, { ...scope, item, index }) as Condition[];
        return holdAll(node.match, conditions);
      });
      return { output: kept };
    },
  },
  sort: { effect: 'pure', execute: ({ node }) => ({ output: sortItems(node) }) },
  aggregate: { effect: 'pure', execute: ({ node }) => ({ output: aggregateItems(node) }) },
  join: { effect: 'pure', execute: ({ node }) => ({ output: joinItems(node) }) },
  dedupe: { effect: 'pure', execute: ({ node }) => ({ output: dedupeItems(node) }) },
  parse: { effect: 'pure', execute: ({ node }) => ({ output: parseText(node) }) },
  format: { effect: 'pure', execute: ({ node }) => ({ output: formatValue(node) }) },
  if: {
    effect: 'pure',
    execute: ({ node }) => {
      const isTrue = holdAll(node.match, node.conditions);
      return { output: isTrue, port: String(isTrue) };
    },
  },
  switch: {
    effect: 'pure',
    execute: ({ node }) => {
      const found = node.cases.find((one) => compare(node.value, one.equals) === 0);
      return { output: node.value, port: found?.name ?? 'else' };
    },
  },
  stop: {
    effect: 'pure',
    execute: ({ node }) => {
      throw new RunStopped(node.outcome, node.message || runMessage('stopped'));
    },
  },
  respond: {
    effect: 'pure',
    execute: ({ node, answer }) => {
      answer({ status: node.status, body: node.body ?? null });
      return { output: node.body ?? null };
    },
  },
  wait: {
    effect: 'pure',
    execute: ({ node, waited, isDry }) => {
      if (waited) return { output: null };
      const until = untilOf(node);
      // Who tries a draft wants to see what comes behind it.
      if (isDry) return { output: { dryRun: true, until: new Date(until).toISOString() } };
      return { wait: { kind: 'time', until } };
    },
  },
};

function untilOf({ until, seconds }: { until: string; seconds: number }): number {
  if (asText(until).trim() === '') return Date.now() + seconds * 1_000;
  const moment = Date.parse(until);
  if (Number.isNaN(moment)) throw new Error(runMessage('noMoment', { text: until }));
  return moment;
}
