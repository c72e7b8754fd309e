import { identifier } from '#platform/db/sql.ts';
import type { SeenTable } from '../catalog/picture.ts';
import type { Candidate } from '../checks/candidate.ts';
import { type Rhythm, SILENT_SECONDS } from './rhythm.ts';

export type Kept = { table: Pick<SeenTable, 'oid' | 'schema' | 'name'>; rhythm: Rhythm };

/**
 * Tables nothing came into for longer than usual, each as it was looked at. Where all stopped together
 * it is one finding: what stopped is what feeds them.
 */
export function judgeRhythms(kept: readonly Kept[]): Candidate[] {
  const late = kept.filter(
    ({ rhythm }) => rhythm.openAge > rhythm.limit && rhythm.age < SILENT_SECONDS,
  );
  const [first, ...others] = late.toSorted((one, other) => one.rhythm.age - other.rhythm.age);
  if (!first) return [];
  const alike = [first, ...others.filter((one) => stoppedWith(first, one))];
  const stopped = alike.length >= 3 && alike.length >= 0.3 * kept.length ? alike : [];
  const alone = late.filter((one) => !stopped.includes(one)).map(toCandidate);
  return stopped.length > 0 ? [together(stopped, first), ...alone] : alone;
}

/** Their last rows came as near to each other as rows of theirs usually do. */
function stoppedWith(first: Kept, other: Kept): boolean {
  const { age, usualSeconds } = first.rhythm;
  const near = Math.max(usualSeconds, other.rhythm.usualSeconds, age / 4);
  return other.rhythm.age - age <= near;
}

function toCandidate({ table, rhythm }: Kept): Candidate {
  const { column, number, age, usualSeconds, longestSeconds } = rhythm;
  return {
    check: 'late',
    severity: 'high',
    schema: table.schema,
    table: table.name,
    columns: [column],
    objects: [table.oid, number],
    facts: {
      age: span(age),
      usual: span(usualSeconds),
      usualMinutes: Math.ceil(Math.max(usualSeconds, longestSeconds) / 60),
    },
    size: age,
    sql: `select max(${identifier(column).text}) from ${identifier(table.schema, table.name).text}`,
  };
}

function together(late: readonly Kept[], first: Kept): Candidate {
  const names = late.map(({ table }) => table.name);
  const { column, age, usualSeconds } = first.rhythm;
  return {
    check: 'late',
    severity: 'high',
    schema: null,
    table: null,
    columns: [column],
    objects: ['together'],
    facts: {
      table: `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
      age: span(age),
      usual: span(usualSeconds),
    },
    size: age,
  };
}

/** In units that are written alike in our languages. */
function span(seconds: number): string {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} d`;
  return seconds >= 7_200 ? `${Math.floor(seconds / 3_600)} h` : `${Math.ceil(seconds / 60)} min`;
}
