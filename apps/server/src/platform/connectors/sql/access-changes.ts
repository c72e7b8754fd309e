import { wordsIn } from './words-in.ts';

/** What a statement changes about who may do what in a database, or what happens by itself there. */
export type AccessChange = {
  what: 'privileges' | 'policy' | 'row-security' | 'trigger';
  /** A table, a role, or whatever else it is about, as it was written. */
  target: string;
  /** Of the policy or trigger. */
  name?: string;
};

type Node = Record<string, unknown>;

/** Told from its parse tree; what functions do inside is not in it. */
export function findAccessChanges(kind: string, root: unknown): AccessChange[] {
  const changes = [changesOf[kind]?.((root ?? {}) as Node) ?? []].flat();
  const known = new Set<string>();
  return changes.filter(({ what, target, name }) => {
    const key = JSON.stringify([what, target, name]);
    return !known.has(key) && known.add(key);
  });
}

const changesOf: Record<string, (node: Node) => AccessChange | AccessChange[]> = {
  GrantStmt: ({ objects }) => ({ what: 'privileges', target: namesIn(objects) }),
  CreateRoleStmt: ({ role }) => ({ what: 'privileges', target: String(role) }),
  AlterRoleStmt: ({ role }) => ({ what: 'privileges', target: roleName(role) }),
  DropRoleStmt: ({ roles }) => ({ what: 'privileges', target: namesIn(roles) }),
  GrantRoleStmt: (node) => ({ what: 'privileges', target: namesIn(node.grantee_roles) }),
  AlterDefaultPrivilegesStmt: ({ options }) => ({ what: 'privileges', target: namesIn(options) }),
  ReassignOwnedStmt: ({ roles }) => ({ what: 'privileges', target: namesIn(roles) }),
  DropOwnedStmt: ({ roles }) => ({ what: 'privileges', target: namesIn(roles) }),
  AlterOwnerStmt: ({ object }) => ({ what: 'privileges', target: namesIn(object) }),
  CreatePolicyStmt: policyOf,
  AlterPolicyStmt: policyOf,
  CreateTrigStmt: ({ trigname, relation }) => ({
    what: 'trigger',
    target: relationName(relation),
    name: String(trigname),
  }),
  DropStmt: ({ removeType, objects }) => ofTable(removeType, wordsIn(objects)),
  RenameStmt: ({ renameType, relation, subname }) =>
    renameType === 'OBJECT_ROLE'
      ? { what: 'privileges', target: String(subname) }
      : ofTable(renameType, [...relationWords(relation), String(subname)]),
  AlterTableStmt: ({ relation, cmds }) => {
    const target = relationName(relation);
    const found = listOf(cmds).flatMap(({ AlterTableCmd: command }) => ofCommand(command));
    return found.map((one) => ({ ...one, target }));
  },
  CreateSchemaStmt: ({ schemaElts }) =>
    listOf(schemaElts).flatMap((element) =>
      Object.entries(element).flatMap(([kind, root]) => findAccessChanges(kind, root)),
    ),
};

function policyOf({ policy_name: name, table }: Node): AccessChange {
  return { what: 'policy', target: relationName(table), name: String(name) };
}

/** Policies and triggers are named behind their table. */
function ofTable(type: unknown, words: string[]): AccessChange | [] {
  const what = type === 'OBJECT_POLICY' ? 'policy' : 'trigger';
  if (what === 'trigger' && type !== 'OBJECT_TRIGGER') return [];
  return { what, target: words.slice(0, -1).join('.'), name: words.at(-1) ?? '' };
}

function ofCommand(command: unknown): Omit<AccessChange, 'target'>[] {
  const { subtype = '', name } = (command ?? {}) as { subtype?: string; name?: string };
  if (subtype === 'AT_ChangeOwner') return [{ what: 'privileges' }];
  if (subtype.endsWith('RowSecurity')) return [{ what: 'row-security' }];
  const isTrigger = /^AT_(?:Enable|Disable)\w*Trig(?:All|User)?$/.test(subtype);
  return isTrigger ? [{ what: 'trigger', ...(name !== undefined && { name }) }] : [];
}

function relationName(relation: unknown): string {
  return relationWords(relation).join('.');
}

function relationWords(relation: unknown): string[] {
  const { schemaname, relname } = (relation ?? {}) as { schemaname?: string; relname?: string };
  return [schemaname, relname].filter((word) => word !== undefined);
}

function namesIn(objects: unknown): string {
  return listOf(objects)
    .map(({ RangeVar: relation, RoleSpec: role, ObjectWithArgs: called, ...other }) => {
      if (relation) return relationName(relation);
      if (called) return wordsIn((called as Node).objname).join('.');
      if (role) return roleName(role);
      return wordsIn(other).join('.');
    })
    .join(', ');
}

/** Who has no name of its own there is called by a keyword: `public`, `current_user`. */
function roleName(role: unknown): string {
  const { rolename, roletype = '' } = (role ?? {}) as { rolename?: string; roletype?: string };
  return rolename ?? roletype.replace('ROLESPEC_', '').toLowerCase();
}

function listOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value as Node[];
  return value ? [value as Node] : [];
}
