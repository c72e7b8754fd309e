import type { AlertCondition } from '@causeway/contract/dashboards/alerts.ts';
import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';

/** A query of one number, and the bound it is watched by; without one, what it is now is the bound. */
export type WatchedNumber = {
  sql: string;
  every: 60 | 1440;
  condition: Extract<AlertCondition, { kind: 'threshold' }> | undefined;
};

type Told = Pick<Finding, 'check' | 'schema' | 'sql' | 'facts'>;

/** What an alert on a finding would ask; undefined where nothing can be counted. */
export function alertFor({ check, schema, sql, facts }: Told): WatchedNumber | undefined {
  // What is in a file changes with the file, which nobody watches by a number.
  if (sql === null || schema === '' || /^\s*explain\b/i.test(sql)) return undefined;
  if (check === 'late') {
    const minutes = Number(facts['usualMinutes'] ?? 0);
    if (minutes === 0) return undefined;
    return {
      sql: `select round(extract(epoch from now() - (${sql})) / 60) as minutes`,
      every: 60,
      condition: { kind: 'threshold', sign: 'above', limit: minutes, margin: 0 },
    };
  }
  if (check === 'unusual-day') {
    const { value, low, high } = facts;
    const isLess = Number(value) < Number(low);
    const [last, name] =
      facts['span'] === 'week'
        ? [`date_trunc('week', current_date)::date - 7`, 'last_week']
        : ['current_date - 1', 'yesterday'];
    return {
      sql: `select coalesce((select days.value from (${sql}) as days(day, value)\nwhere days.day = ${last}), 0) as ${name}`,
      every: 1440,
      condition: {
        kind: 'threshold',
        sign: isLess ? 'below' : 'above',
        limit: Number(isLess ? low : high),
        margin: 0,
      },
    };
  }
  const end = sql.lastIndexOf(' limit ');
  const all = end === -1 ? sql : sql.slice(0, end);
  return {
    sql: `select count(*) as found from (${all}) as found`,
    every: 60,
    condition: undefined,
  };
}
