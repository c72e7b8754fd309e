import type { DiagramReference, DiagramTable } from '@causeway/contract/tables/diagram.ts';
import { expect, test } from 'vitest';
import { layOut, TABLE_WIDTH } from './diagram-layout.ts';

test('what is referred to stands left of what refers to it, and nothing stands on anything', () => {
  const tables = ['orders', 'people', 'items', 'staff', 'alone', 'other'].map(table);
  const { tables: placed, references } = layOut(tables, [
    reference('orders', 'people'),
    reference('items', 'orders'),
    reference('staff', 'staff'),
  ]);
  const at = Object.fromEntries(placed.map((one) => [one.id, one]));
  expect(at['people']?.x).toBeLessThan(at['orders']?.x ?? 0);
  expect(at['orders']?.x).toBeLessThan(at['items']?.x ?? 0);
  expect(references).toHaveLength(3);
  for (const one of placed) {
    for (const other of placed) {
      if (one === other) continue;
      const isBeside = Math.abs(one.x - other.x) >= TABLE_WIDTH;
      const isBelow = one.y >= other.y + other.height || other.y >= one.y + one.height;
      expect(isBeside || isBelow).toBe(true);
    }
  }
});

test('a schema without references is drawn in lines', () => {
  const { tables: placed } = layOut(['a', 'b', 'c', 'd', 'e'].map(table), []);
  expect(new Set(placed.map(({ y }) => y)).size).toBe(2);
});

function table(name: string): DiagramTable {
  const column = { isKey: true, isReference: false, isNullable: false };
  return {
    schema: 'public',
    name,
    label: name,
    kind: 'table',
    columns: [{ name: 'id', label: 'id', type: 'integer', ...column }],
    columnCount: 4,
  };
}

function reference(from: string, to: string): DiagramReference {
  return {
    name: `${from}_${to}`,
    from: { schema: 'public', table: from, columns: ['other'] },
    to: { schema: 'public', table: to, columns: ['id'] },
    isUnique: false,
  };
}
