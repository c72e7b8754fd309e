import type { Cell } from '@causeway/contract/artifacts.ts';

/** What a statement found, as far as a sentence about it needs it. */
export type Told = {
  columns: { name: string; type: string }[];
  rows: Cell[][];
  note?: string;
  /** How many there were, where only the first are told. */
  count?: number;
  hasMore?: boolean;
};

/** What the built-in assistant does about a question. */
export type Reply =
  | { kind: 'say'; text: string; choices?: { label: string; items: string[] } }
  | {
      kind: 'run';
      sql: string;
      about: string;
      title: string;
      shape: 'sql' | 'table' | 'bar' | 'line';
      say(told: Told): string;
    }
  | {
      kind: 'call';
      tool: string;
      input: Record<string, unknown>;
      say(told: unknown): string;
      /** What follows from what was found, said or not. */
      next?(told: unknown): { tool: string; input: Record<string, unknown> } | undefined;
    };
