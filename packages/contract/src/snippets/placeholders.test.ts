import { describe, expect, test } from 'vitest';
import { fitsType, missingIn, proposeColumns, proposeTable } from './fit-columns.ts';
import { exampleOf, fillSnippet, findPlaceholders, needsOf } from './placeholders.ts';

const sql = `select o.{{orders.placed_at: timestamptz}}, sum(o.{{orders.total: numeric}})
from {{orders}} o where o.{{orders.placed_at}} >= :since -- {{not.this}}
  and note <> '{{nor_this}}' group by 1`;

describe('placeholders of a snippet', () => {
  test('SNIP-1 tables, columns and parameters are told, each once, and never from a string or comment', () => {
    expect(needsOf(sql)).toEqual({
      tables: [
        {
          name: 'orders',
          columns: [
            { name: 'placed_at', type: 'timestamptz' },
            { name: 'total', type: 'numeric' },
          ],
        },
      ],
      parameters: ['since'],
    });
    expect(findPlaceholders('{{ a b }} {{}} {{1a}} { {a}}')).toEqual([]);
  });

  test('SNIP-1 filled in, it is plain SQL with names quoted where they must be', () => {
    const mapping = {
      tables: { orders: { schema: 'Old Shop', table: 'Bestellungen' } },
      columns: { 'orders.placed_at': 'when', 'orders.total': 'sum_net' },
    };
    const { text } = fillSnippet(sql, mapping, { defaultSchemas: ['public'] });
    expect(text).toContain('select o."when", sum(o.sum_net)\nfrom "Old Shop"."Bestellungen" o');
    expect(text).toContain("'{{nor_this}}'");
    const plain = { tables: { orders: { schema: 'public', table: 'orders' } }, columns: {} };
    const half = fillSnippet('select {{orders.id}} from {{orders}}', plain, {
      defaultSchemas: ['public'],
    });
    expect(half.text).toBe('select {{orders.id}} from orders');
  });

  test('SNIP-1 a place in what was filled in is found again in the snippet', () => {
    const snippet = 'select {{orders.total: numeric}} frm {{orders}}';
    const { text, placeInOriginal } = exampleOf(snippet);
    expect(text).toBe('select total frm orders');
    expect(placeInOriginal(text.indexOf('frm'))).toBe(snippet.indexOf('frm'));
    expect(placeInOriginal(3)).toBe(3);
  });
});

describe('a reader’s own schema', () => {
  const offered = [
    { schema: 'public', name: 'customers' },
    { schema: 'public', name: 'shop_order' },
  ];

  test('SNIP-1 a table is proposed by its name, in singular or plural, or by a word of it', () => {
    const propose = (name: string) => proposeTable({ name, columns: [] }, offered)?.name;
    expect(propose('Customers')).toBe('customers');
    expect(propose('customer')).toBe('customers');
    expect(propose('orders')).toBe('shop_order');
    expect(propose('invoices')).toBeUndefined();
  });

  test('SNIP-1 columns are proposed by name and type, and none whose type does not fit', () => {
    const needed = [
      { name: 'total', type: 'numeric' },
      { name: 'placed_at', type: 'date' },
    ];
    const columns = [
      { name: 'total', type: 'text' },
      { name: 'total_net', type: 'numeric(12,2)' },
      { name: 'created', type: 'timestamp with time zone' },
    ];
    expect(proposeColumns(needed, columns)).toEqual({ total: 'total_net', placed_at: 'created' });
    expect(fitsType('numeric', 'integer')).toBe(true);
    expect(fitsType('numeric', 'text')).toBe(false);
    expect(fitsType('text[]', 'character varying(20)[]')).toBe(true);
    expect(fitsType(undefined, 'anything')).toBe(true);
  });

  test('SNIP-1 what is left to choose is told', () => {
    const mapping = { tables: {}, columns: { 'orders.total': 'total' } };
    expect(missingIn(needsOf(sql), mapping)).toEqual(['orders', 'orders.placed_at']);
  });
});
