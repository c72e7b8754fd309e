import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { bracketed, nameOf, rolesOf } from './sql-names.ts';

export type Policy = TableStructure['policies'][number];

export const policyCommands = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
export type PolicyDraft = {
  name: string;
  command: (typeof policyCommands)[number];
  /** One that allows is enough; every one that restricts has to agree. */
  isPermissive: boolean;
  /** Nobody named is everybody. */
  roles: string[];
  using: string;
  check: string;
};

/** Rows that are there are judged by USING, rows that shall be there by CHECK. */
export function hasUsing({ command }: Pick<PolicyDraft, 'command'>): boolean {
  return command !== 'INSERT';
}
export function hasCheck({ command }: Pick<PolicyDraft, 'command'>): boolean {
  return command !== 'SELECT' && command !== 'DELETE';
}

export function isComplete(draft: PolicyDraft): boolean {
  const first = hasUsing(draft) ? draft.using : draft.check;
  return draft.name.trim() !== '' && first.trim() !== '';
}

export function draftOfPolicy({ using, check, ...policy }: Policy): PolicyDraft {
  return {
    ...policy,
    command: policyCommands.find((known) => known === policy.command) ?? 'ALL',
    using: using ?? '',
    check: check ?? '',
  };
}

export function createPolicy(table: TableName, draft: PolicyDraft): string[] {
  const lines = [
    `create policy ${quoted(draft.name.trim())} on ${nameOf(table)}`,
    ...(draft.isPermissive ? [] : ['as restrictive']),
    ...(draft.command === 'ALL' ? [] : [`for ${draft.command.toLowerCase()}`]),
    ...(isEverybody(draft.roles) ? [] : [`to ${rolesOf(draft.roles)}`]),
    ...expressionsOf(draft),
  ];
  return [lines.join('\n  ')];
}

/**
 * What Postgres can't alter - for which command it is, whether it allows or restricts, and that it has
 * no expression any more - makes it another policy in the place of the old one.
 */
export function changePolicy(table: TableName, before: Policy, after: PolicyDraft): string[] {
  const known = draftOfPolicy(before);
  const isAnother =
    after.command !== known.command ||
    after.isPermissive !== known.isPermissive ||
    (known.using !== '' && hasUsing(after) && after.using.trim() === '') ||
    (known.check !== '' && hasCheck(after) && after.check.trim() === '');
  if (isAnother) return [...dropPolicy(table, before.name), ...createPolicy(table, after)];
  const on = `policy ${quoted(before.name)} on ${nameOf(table)}`;
  const steps = [
    ...(sameRoles(known.roles, after.roles) ? [] : [`to ${rolesOf(namedRoles(after.roles))}`]),
    ...expressionsOf({
      ...after,
      using: after.using.trim() === known.using ? '' : after.using,
      check: after.check.trim() === known.check ? '' : after.check,
    }),
  ];
  const name = after.name.trim();
  return [
    ...(steps.length === 0 ? [] : [[`alter ${on}`, ...steps].join('\n  ')]),
    ...(name === before.name ? [] : [`alter ${on} rename to ${quoted(name)}`]),
  ];
}

export function dropPolicy(table: TableName, name: string): string[] {
  return [`drop policy ${quoted(name)} on ${nameOf(table)}`];
}

export type Security = { isOn: boolean; isForced: boolean };

export function setSecurity(table: TableName, before: Security, after: Security): string[] {
  const alter = `alter table ${nameOf(table)}`;
  return [
    ...(after.isOn === before.isOn
      ? []
      : [`${alter} ${after.isOn ? 'enable' : 'disable'} row level security`]),
    ...(after.isForced === before.isForced
      ? []
      : [`${alter} ${after.isForced ? 'force' : 'no force'} row level security`]),
  ];
}

function expressionsOf(draft: PolicyDraft): string[] {
  const [using, check] = [draft.using.trim(), draft.check.trim()];
  return [
    ...(hasUsing(draft) && using !== '' ? [`using ${bracketed(using)}`] : []),
    ...(hasCheck(draft) && check !== '' ? [`with check ${bracketed(check)}`] : []),
  ];
}

function isEverybody(roles: string[]): boolean {
  return roles.length === 0 || roles.includes('public');
}

function namedRoles(roles: string[]): string[] {
  return isEverybody(roles) ? ['public'] : roles;
}

function sameRoles(before: string[], after: string[]): boolean {
  const [one, other] = [namedRoles(before).toSorted(), namedRoles(after).toSorted()];
  return one.length === other.length && one.every((role, place) => role === other[place]);
}
