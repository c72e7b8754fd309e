import type { TableColumn, TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { createContext } from 'react';
import type { Policy } from './policy-sql.ts';

export type Droppable = 'table' | 'column' | 'index' | 'constraint' | 'policy' | 'trigger';

/** What somebody began to change about a table. */
export type Change =
  | { kind: 'table' }
  | { kind: 'add-column' }
  | { kind: 'column'; column: TableColumn }
  | { kind: 'add-index' }
  | { kind: 'add-reference' }
  | { kind: 'add-rule' }
  | { kind: 'validate'; name: string }
  | { kind: 'add-trigger' }
  | { kind: 'switch-trigger'; name: string; isEnabled: boolean }
  | { kind: 'security' }
  | { kind: 'add-policy' }
  | { kind: 'policy'; policy: Policy }
  | { kind: 'grant' }
  | { kind: 'privileges'; role: string }
  | { kind: 'drop'; what: Droppable; name: string };

export type Area =
  | 'table'
  | 'columns'
  | 'indexes'
  | 'references'
  | 'rules'
  | 'triggers'
  | 'switching'
  | 'security'
  | 'privileges';

const all: Area[] = [
  ...(['table', 'columns', 'indexes', 'references', 'rules', 'triggers', 'switching'] as const),
  ...(['security', 'privileges'] as const),
];

const ofKinds: Record<TableDetails['kind'], Area[]> = {
  table: all,
  partitioned: all,
  foreign: ['rules', 'triggers', 'switching', 'privileges'],
  // Postgres switches no triggers of views.
  view: ['triggers', 'privileges'],
  'materialized view': ['indexes', 'privileges'],
};

/** Why nothing can be changed here at all. */
export type Hindrance = 'viewer' | 'connector' | 'owner';

export type Changes = { hindrance: Hindrance; areas: [] } | { hindrance: undefined; areas: Area[] };

type Standing = {
  details: Pick<TableDetails, 'kind'>;
  structure: Pick<TableStructure, 'isOwn' | 'partitionOf'>;
  mayWrite: boolean;
  isReadOnly: boolean;
};

/** What can be changed about a table by who looks at it: dialogs are offered where they can work. */
export function findChanges({ details, structure, mayWrite, isReadOnly }: Standing): Changes {
  if (!mayWrite) return { hindrance: 'viewer', areas: [] };
  if (isReadOnly) return { hindrance: 'connector', areas: [] };
  if (!structure.isOwn) return { hindrance: 'owner', areas: [] };
  const areas = ofKinds[details.kind];
  // The columns of a part are those of the whole.
  return {
    hindrance: undefined,
    areas: structure.partitionOf ? areas.filter((area) => area !== 'columns') : areas,
  };
}

type Changing = { start: (change: Change) => void; areas: readonly Area[] };

/** Begins a change, where there is something to be changed. */
export const StartChange = createContext<Changing | undefined>(undefined);
