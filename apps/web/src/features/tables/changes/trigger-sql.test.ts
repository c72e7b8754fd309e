import { expect, test } from 'vitest';
import { addRule } from './change-sql.ts';
import { findChanges } from './changing.ts';
import { createTrigger, fitted, type TriggerDraft } from './trigger-sql.ts';

const orders = { schema: 'public', table: 'orders' };
const draft: TriggerDraft = {
  name: 'stamp it',
  timing: 'before',
  events: ['insert', 'update'],
  columns: ['total', 'Nr.'],
  level: 'row',
  condition: 'new.total > 0',
  routine: { schema: 'shop', name: 'touch' },
  given: ["it's", 'b'],
};

test('a trigger says when, on what, for which rows, and hands its function texts', () => {
  expect(createTrigger(orders, draft)).toEqual([
    `create trigger "stamp it"
  before insert or update of total, "Nr." on public.orders
  for each row
  when (new.total > 0)
  execute function shop.touch('it''s', 'b')`,
  ]);
});

test('a view is offered only the triggers it can have, and a row none for emptying', () => {
  const ofView = fitted(draft, 'view');
  expect(ofView.timing).toBe('instead of');
  expect(createTrigger(orders, ofView)[0]).not.toMatch(/ of total|when \(/);
  expect(fitted({ ...draft, timing: 'instead of' }, 'table').timing).toBe('before');
  expect(fitted({ ...draft, events: ['insert', 'truncate'] }, 'table').events).toEqual(['insert']);
});

test('a rule is named where somebody named it, and may leave the rows of before alone', () => {
  const rule = { name: '', columns: ['a', 'B'], expression: ' price >= 0 ', isForAll: false };
  expect(addRule(orders, { ...rule, kind: 'unique' })).toEqual([
    'alter table public.orders add unique (a, "B")',
  ]);
  expect(addRule(orders, { ...rule, kind: 'check', name: 'no debts' })).toEqual([
    'alter table public.orders add constraint "no debts" check (price >= 0) not valid',
  ]);
});

test('changes are offered where they can work, and it is known why where they can not', () => {
  const standing = {
    details: { kind: 'table' as const },
    structure: { isOwn: true, partitionOf: null },
    mayWrite: true,
    isReadOnly: false,
  };
  expect(findChanges({ ...standing, mayWrite: false }).hindrance).toBe('viewer');
  expect(findChanges({ ...standing, isReadOnly: true }).hindrance).toBe('connector');
  const strange = { isOwn: false, partitionOf: null };
  expect(findChanges({ ...standing, structure: strange }).hindrance).toBe('owner');
  const part = { isOwn: true, partitionOf: { schema: 'public', name: 'days', bound: '' } };
  expect(findChanges({ ...standing, structure: part }).areas).not.toContain('columns');
  const ofView = findChanges({ ...standing, details: { kind: 'view' } }).areas;
  expect(ofView).toEqual(['triggers', 'privileges']);
});
