import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { nameOf, rolesOf } from './sql-names.ts';

export type Grant = TableStructure['grants'][number];

/** all: of the whole table. some: of single columns only. */
export type Held = 'all' | 'some' | 'none';

const ofTables = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
const offered: Record<TableDetails['kind'], string[]> = {
  table: ofTables,
  partitioned: ofTables,
  view: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRIGGER'],
  foreign: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER'],
  'materialized view': ['SELECT'],
};

/** With what else the role holds: newer versions know rights of which older ones have not heard. */
export function privilegesOf(kind: TableDetails['kind'], held: readonly Grant[]): string[] {
  return [...new Set([...offered[kind], ...held.map(({ privilege }) => privilege)])];
}

export function heldOf(privilege: string, held: readonly Grant[]): Held {
  const grants = held.filter((grant) => grant.privilege === privilege);
  if (grants.some(({ column }) => column === null)) return 'all';
  return grants.length > 0 ? 'some' : 'none';
}

type PrivilegeChange = {
  role: string;
  grants: string[];
  revokes: string[];
  /** The schema to let the role into, where it is not let in yet. */
  enter: string | undefined;
};

export function changePrivileges(table: TableName, change: PrivilegeChange): string[] {
  const { role, grants, revokes, enter } = change;
  const who = rolesOf([role]);
  const words = (privileges: string[]) => privileges.join(', ').toLowerCase();
  return [
    ...(revokes.length === 0 ? [] : [`revoke ${words(revokes)} on ${nameOf(table)} from ${who}`]),
    ...(grants.length === 0 ? [] : [`grant ${words(grants)} on ${nameOf(table)} to ${who}`]),
    ...(enter === undefined || grants.length === 0
      ? []
      : [`grant usage on schema ${quoted(enter)} to ${who}`]),
  ];
}
