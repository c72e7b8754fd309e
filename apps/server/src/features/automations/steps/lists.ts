import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import { type RunMessage, runMessage } from '@causeway/contract/automations/run-messages.ts';
import { parseCsv } from '@causeway/contract/csv.ts';
import { parseJson } from '#platform/bytes/json-depth.ts';
import { count, EACH, textOf } from '../engine/effort.ts';
import { compare, numberOf } from './conditions.ts';

/** Steps that make one list of another: each row is an object. */
type Row = Record<string, unknown>;

export function listOf(value: unknown, wrong: RunMessage): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(runMessage(wrong));
}

function own(row: unknown, name: string): unknown {
  count(EACH);
  const isObject = row !== null && typeof row === 'object';
  return isObject && Object.hasOwn(row, name) ? (row as Row)[name] : null;
}

export function sortItems({ items, by, descending }: NodeOf<'sort'>): unknown[] {
  const sign = descending ? -1 : 1;
  return listOf(items, 'listToSort').toSorted((one, other) => {
    return sign * compare(own(one, by), own(other, by));
  });
}

export function dedupeItems({ items, by }: NodeOf<'dedupe'>): unknown[] {
  const seen = new Set<string>();
  return listOf(items, 'listToLookThrough').filter((item) => {
    const key = textOf([by.length === 0 ? item : by.map((name) => own(item, name))]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Rows of the left, each with the fields of its partner; a partner's field never hides one's own. */
export function joinItems(node: NodeOf<'join'>): unknown[] {
  const partners = new Map<string, unknown>();
  for (const row of listOf(node.right, 'listOnTheRight')) {
    const key = textOf(own(row, node.rightKey));
    if (!partners.has(key)) partners.set(key, row);
  }
  return listOf(node.left, 'listOnTheLeft').flatMap((row) => {
    const partner = partners.get(textOf(own(row, node.leftKey)));
    if (!partner && !node.keepUnmatched) return [];
    const joined = { ...(partner as Row | undefined), ...(row as Row) };
    count(EACH * Object.keys(joined).length);
    return [joined];
  });
}

export function aggregateItems({ items, groupBy, measures }: NodeOf<'aggregate'>): Row[] {
  const groups = new Map<string, unknown[]>();
  for (const item of listOf(items, 'listToSumUp')) {
    const key = textOf(groupBy.map((name) => own(item, name)));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  if (groupBy.length === 0 && groups.size === 0) groups.set('[]', []);
  return [...groups.values()].map((group) => {
    const named = groupBy.map((name): [string, unknown] => [name, own(group[0], name)]);
    const measured = measures.map((measure): [string, unknown] => [
      measure.name,
      summaryOf(measure, group),
    ]);
    return Object.fromEntries([...named, ...measured]);
  });
}

function summaryOf(
  { summary, of }: NodeOf<'aggregate'>['measures'][number],
  group: unknown[],
): number | null {
  const values = of === '' ? [] : group.map((row) => numberOf(own(row, of)));
  const numbers = values.filter((value) => value !== undefined);
  if (summary === 'count') {
    return of === '' ? group.length : group.filter((row) => own(row, of) !== null).length;
  }
  if (numbers.length === 0) return summary === 'sum' ? 0 : null;
  if (summary === 'min') return numbers.reduce((least, value) => Math.min(least, value));
  if (summary === 'max') return numbers.reduce((most, value) => Math.max(most, value));
  const sum = numbers.reduce((total, value) => total + value, 0);
  return summary === 'sum' ? sum : sum / numbers.length;
}

export function parseText({ format, text }: NodeOf<'parse'>): unknown {
  const source = textOf(text);
  if (format === 'json') return parseJson(source);
  const { columns, rows, problems } = parseCsv(source);
  const [first] = problems;
  if (first) throw new Error(runMessage('csvUnreadable', { line: first.line }));
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ''])));
}

export function formatValue({ format, value }: NodeOf<'format'>): string {
  if (format === 'json') return JSON.stringify(value, null, 2);
  const rows = listOf(value, 'listToCsv');
  const columns = [...new Set(rows.flatMap((row) => Object.keys((row ?? {}) as Row)))];
  count(EACH * rows.length * columns.length);
  const lines = [columns, ...rows.map((row) => columns.map((name) => own(row, name)))];
  return lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

function csvCell(value: unknown): string {
  const text = textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
