import type { Check, Severity } from '@causeway/contract/intelligence/checks.ts';
import type {
  Facts,
  Finding,
  FindingChart,
  LockKind,
} from '@causeway/contract/intelligence/intelligence.ts';
import { namesOf, type SeenTable } from '../catalog/picture.ts';

/** What a check noticed, before it is held against what is known already. */
export type Candidate = {
  check: Check;
  severity: Severity;
  schema: string | null;
  table: string | null;
  columns: string[];
  /** What it is the same finding by, whatever is renamed: numbers of the table and its columns. */
  objects: (number | string)[];
  /** Tells apart what a check may find several times about the same columns. */
  rule?: string;
  facts: Facts;
  /** How many rows, bytes or the like: four times as much is worse. */
  size: number;
  sql?: string;
  chart?: FindingChart;
  fix?: Fix;
  /** What of the project is affected by it. */
  uses?: Finding['uses'];
};

/** One statement that would mend it. Its names were quoted when it was written. */
export type Fix = {
  statement: string;
  undo: string | null;
  lock: LockKind;
  /** Seconds, by size, where it is not tried. */
  seconds: number;
  /** Of the way back, where it is the longer one. */
  undoSeconds?: number;
  undoLock?: LockKind;
  /**
   * rows: changes rows, is run and rolled back for its preview. quick: changes the catalog only, is
   * tried likewise. long: reads or writes all of the table, or can't run in a transaction: not tried.
   */
  kind: 'rows' | 'quick' | 'long';
};

type Noticed = Omit<Candidate, 'schema' | 'table' | 'columns' | 'objects'>;

/** About some columns of a table. */
export function about(table: SeenTable, columns: readonly number[], noticed: Noticed): Candidate {
  const { schema, name, oid } = table;
  return {
    ...noticed,
    schema,
    table: name,
    columns: namesOf(table, columns),
    objects: [oid, ...columns],
  };
}

/** What was counted in a sample is told as that: its sentence names the share that was looked at. */
export function seenInPart(candidate: Candidate, share: number): Candidate {
  return share < 1 ? { ...candidate, facts: { ...candidate.facts, sample: share } } : candidate;
}

const MB = 1024 * 1024;

export function sizeText(bytes: number): string {
  if (bytes >= 1024 * MB) return `${(bytes / 1024 / MB).toFixed(1)} GB`;
  return bytes >= MB
    ? `${Math.round(bytes / MB)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} kB`;
}

/** How long a pass over a table takes, on the careful side. */
export function passSeconds(table: SeenTable): number {
  return round(table.pages / 12_800 + (table.rows ?? 0) / 2_000_000);
}

/** How long an index over it takes to make: it is read twice and sorted. */
export function buildSeconds(table: SeenTable): number {
  return round(table.pages / 6_400 + (table.rows ?? 0) / 500_000);
}

function round(seconds: number): number {
  return Math.max(0.1, Math.round(seconds * 10) / 10);
}
