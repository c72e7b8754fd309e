import { z } from 'zod';

/** Roles of a project member, weakest first: each may do all that the ones before it may. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export const role = z.enum(roles);
export type Role = (typeof roles)[number];

/**
 * The one table of who may do what in a project: the weakest role that may take the action.
 * The server refuses by it, the web hides by it.
 */
export const weakestRoleFor = {
  'project.read': 'viewer',
  'project.update': 'admin',
  'project.delete': 'owner',
  'members.read': 'viewer',
  'members.manage': 'admin',
  'members.leave': 'viewer',
  'audit.read': 'admin',
  /** Keys never can more than who made them, so everybody may have some. */
  'keys.own': 'viewer',
  /** To see, revoke and take over those of others. */
  'keys.manage': 'admin',
  /** To stop and clear away what others started: exports, imports, jobs on a bucket. */
  'work.manage': 'admin',
  'connectors.read': 'viewer',
  'connectors.test': 'editor',
  'connectors.manage': 'admin',
  'sql.read': 'viewer',
  'sql.write': 'editor',
  'dashboards.read': 'viewer',
  'dashboards.write': 'editor',
  'storage.read': 'viewer',
  'storage.write': 'editor',
  'workflows.read': 'viewer',
  'workflows.write': 'editor',
  /** What lets workflows in elsewhere: stored, replaced and taken away. */
  'credentials.manage': 'admin',
  'assistant.use': 'viewer',
  /** To verify answers that the whole team is given. */
  'assistant.teach': 'editor',
  /** Which model answers, with which key, and what it is shown. */
  'assistant.configure': 'admin',
  /** To put a snippet before the whole team, and to change those that are. */
  'snippets.share': 'editor',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof weakestRoleFor;

export function can(member: Role, action: Action): boolean {
  return rank(member) >= rank(weakestRoleFor[action]);
}

/** A member hands out and takes away only what they hold themselves. */
export function mayGrant(member: Role, granted: Role): boolean {
  return can(member, 'members.manage') && rank(member) >= rank(granted);
}

function rank(member: Role): number {
  return roles.indexOf(member);
}
