import { expect, test } from 'vitest';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { startPolicy } from './policy-start-sql.ts';
import {
  changePolicy,
  createPolicy,
  draftOfPolicy,
  dropPolicy,
  type Policy,
  setSecurity,
} from './policy-sql.ts';
import { changePrivileges, heldOf } from './privilege-sql.ts';

const orders = { schema: 'public', table: 'orders' };
const odd = { schema: 'Größe', table: 'a"b' };
const own: Policy = {
  name: 'own',
  command: 'ALL',
  isPermissive: true,
  roles: ['public'],
  using: 'owner = current_user',
  check: null,
};

test('a policy says only what is not as usual', () => {
  expect(createPolicy(orders, draftOfPolicy(own))).toEqual([
    `create policy own on public.orders\n  using (owner = current_user)`,
  ]);
  const draft = { ...draftOfPolicy(own), name: 'Nur "eigene"', roles: ['user', 'app'] };
  expect(
    createPolicy(odd, { ...draft, command: 'INSERT', isPermissive: false, check: 'a > 1' }),
  ).toEqual([
    `create policy "Nur ""eigene""" on "Größe"."a""b"
  as restrictive
  for insert
  to "user", app
  with check (a > 1)`,
  ]);
});

test('a comment behind an expression ends before its bracket does', () => {
  const draft = { ...draftOfPolicy(own), using: 'true -- for now', check: 'a > 1' };
  expect(createPolicy(orders, draft)).toEqual([
    `create policy own on public.orders\n  using (true -- for now\n)\n  with check (a > 1)`,
  ]);
});

test('of a policy only what was changed is said, and its new name last', () => {
  expect(changePolicy(orders, own, draftOfPolicy(own))).toEqual([]);
  expect(
    changePolicy(orders, own, {
      ...draftOfPolicy(own),
      name: 'mine',
      roles: ['app'],
      check: 'true',
    }),
  ).toEqual([
    `alter policy own on public.orders\n  to app\n  with check (true)`,
    'alter policy own on public.orders rename to mine',
  ]);
});

test('a policy is made anew where the database can not alter it', () => {
  expect(changePolicy(orders, own, { ...draftOfPolicy(own), command: 'SELECT' })).toEqual([
    'drop policy own on public.orders',
    `create policy own on public.orders\n  for select\n  using (owner = current_user)`,
  ]);
  const checked = { ...own, check: 'true' };
  expect(changePolicy(orders, checked, { ...draftOfPolicy(checked), check: '' })[0]).toBe(
    dropPolicy(orders, 'own')[0],
  );
});

test('row security is switched and forced each by itself', () => {
  const off = { isOn: false, isForced: false };
  expect(setSecurity(orders, off, off)).toEqual([]);
  expect(setSecurity(orders, off, { isOn: true, isForced: true })).toEqual([
    'alter table public.orders enable row level security',
    'alter table public.orders force row level security',
  ]);
});

test('own rows are told by the setting of an application, and by its function in Supabase', () => {
  const column = { name: 'Owner', typeName: 'uuid', category: 'U' } as TableColumn;
  const start = (hasAuthUid: boolean) =>
    startPolicy('own-rows', column, { roles: [], hasAuthUid }).using;
  expect(start(false)).toBe(`"Owner"::text = current_setting('app.user_id', true)`);
  expect(start(true)).toBe('(select auth.uid()) = "Owner"');
});

test('what was ticked is granted, what was unticked is taken back, and the schema opened to who was outside', () => {
  const change = { role: 'Büro', grants: ['SELECT', 'INSERT'], revokes: ['DELETE'] };
  expect(changePrivileges(odd, { ...change, enter: 'Größe' })).toEqual([
    'revoke delete on "Größe"."a""b" from "Büro"',
    'grant select, insert on "Größe"."a""b" to "Büro"',
    'grant usage on schema "Größe" to "Büro"',
  ]);
  expect(
    changePrivileges(orders, { role: 'public', grants: ['SELECT'], revokes: [], enter: undefined }),
  ).toEqual(['grant select on public.orders to public']);
});

test('a right on single columns is not one on the table', () => {
  const grant = { role: 'app', privilege: 'SELECT', mayGrant: false, grantor: 'me' };
  expect(heldOf('SELECT', [{ ...grant, column: 'a' }])).toBe('some');
  expect(heldOf('SELECT', [{ ...grant, column: null }])).toBe('all');
  expect(heldOf('UPDATE', [{ ...grant, column: null }])).toBe('none');
});
