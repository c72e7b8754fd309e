import { isNumberType } from '../artifacts.ts';
import type { QueryRows } from '../sql/queries.ts';
import { numberOf } from './chart-data.ts';

export type GaugeReading = {
  column: string;
  /** As the database printed it. */
  text: string;
  value: number;
  goal: number;
  /** How much of the goal is reached; more than all of it is more than 1. */
  share: number;
};

/** The first number of the row and its goal: the tile's own, else the second number. */
export function readGauge(
  { fields, rows }: Pick<QueryRows, 'fields' | 'rows'>,
  ownGoal: number | null,
): GaugeReading | undefined {
  const [first, second] = fields.flatMap(({ type }, place) => (isNumberType(type) ? [place] : []));
  const row = rows[0] ?? [];
  const cell = first === undefined ? null : (row[first] ?? null);
  const value = numberOf(cell);
  const goal = ownGoal ?? (second === undefined ? null : numberOf(row[second]));
  if (first === undefined || value === null || goal === null || goal <= 0) return undefined;
  return {
    column: fields[first]?.name ?? '',
    text: String(cell),
    value,
    goal,
    share: value / goal,
  };
}
