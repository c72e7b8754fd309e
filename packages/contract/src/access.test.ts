import { describe, expect, test } from 'vitest';
import { can, mayGrant, roles, weakestRoleFor, type Action } from './access.ts';

const actions = Object.keys(weakestRoleFor) as Action[];

describe('TEAM-2 roles of a project', () => {
  test('TEAM-2 the roles are viewer, editor, admin and owner, each may do more than the one before', () => {
    expect(roles).toEqual(['viewer', 'editor', 'admin', 'owner']);
    for (const action of actions) {
      const allowed = roles.map((role) => can(role, action));
      expect(allowed).toEqual(allowed.toSorted((one, other) => Number(one) - Number(other)));
    }
  });

  test('TEAM-2 an owner may do everything', () => {
    expect(actions.every((action) => can('owner', action))).toBe(true);
  });

  test('TEAM-2 a viewer changes nothing and sees no audit log', () => {
    expect(actions.filter((action) => can('viewer', action))).toEqual(
      actions.filter((action) => weakestRoleFor[action] === 'viewer'),
    );
    expect(can('viewer', 'project.read')).toBe(true);
    expect(can('viewer', 'project.update')).toBe(false);
    expect(can('viewer', 'members.manage')).toBe(false);
    expect(can('viewer', 'audit.read')).toBe(false);
  });

  test('TEAM-2 only an owner deletes a project', () => {
    expect(roles.filter((role) => can(role, 'project.delete'))).toEqual(['owner']);
  });

  test('TEAM-2 an admin hands out every role but owner, an editor none', () => {
    expect(roles.filter((role) => mayGrant('owner', role))).toEqual([...roles]);
    expect(roles.filter((role) => mayGrant('admin', role))).toEqual(['viewer', 'editor', 'admin']);
    expect(roles.filter((role) => mayGrant('editor', role))).toEqual([]);
  });
});
