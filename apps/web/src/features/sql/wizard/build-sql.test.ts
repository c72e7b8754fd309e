import { describe, expect, test } from 'vitest';
import { buildSql, type WizardTable } from './build-sql.ts';
import { readWizardState, writeWizardState, type WizardState } from './wizard-state.ts';

const orders: WizardTable = {
  schema: 'public',
  written: 'orders',
  name: 'orders',
  columns: ['id', 'customer_id', 'total', 'a b'].map((name) => ({ name, type: 'text' })),
  references: [
    {
      name: 'customers',
      written: 'customers',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'email', type: 'text' },
      ],
      pairs: [['customer_id', 'id']],
      isMany: false,
    },
  ],
};

function built(state: Partial<WizardState>) {
  return buildSql({ ...readWizardState(undefined), ...state }, orders)?.replaceAll('\n', ' ');
}

describe('SQL-9 templates', () => {
  test('SQL-9 rows are read with what was chosen, names quoted where they must be', () => {
    expect(
      built({
        columns: ['id', 'a b'],
        conditions: [{ column: 'total', operator: 'gt', value: "1'0" }],
        order: { column: 'a b', direction: 'desc' },
      }),
    ).toBe(`select id, "a b" from orders where total > '1''0' order by "a b" desc limit 100`);
  });

  test('SQL-9 numbers by group and over time', () => {
    expect(built({ template: 'groups', columns: ['customer_id'] })).toBe(
      'select customer_id, count(*) as count from orders group by customer_id order by 2 desc limit 100',
    );
    expect(
      built({
        template: 'timeline',
        timeColumn: 'placed_at',
        measures: [{ fn: 'sum', column: 'total' }],
      }),
    ).toBe(
      `select date_trunc('month', placed_at)::date as month, sum(total) as total_sum from orders group by 1 order by 1`,
    );
  });

  test('SQL-9 a join follows the foreign key', () => {
    expect(built({ template: 'joined', columns: ['id'], joins: [0] })).toBe(
      'select o.id, c.email as c_email from orders o left join customers c on c.id = o.customer_id limit 100',
    );
    expect(
      built({
        template: 'joined',
        columns: ['id'],
        joins: [0],
        joinedColumns: { 0: ['id', 'email'] },
      }),
    ).toBe(
      'select o.id, c.id as c_id, c.email as c_email from orders o left join customers c on c.id = o.customer_id limit 100',
    );
    expect(built({ template: 'missing', joins: [0] })).toBe(
      'select o.* from orders o where not exists (select from customers c where c.id = o.customer_id) limit 100',
    );
  });

  test('SQL-9 a write takes its values as parameters and is never without a condition', () => {
    expect(built({ template: 'insert', columns: ['total', 'a b'] })).toBe(
      'insert into orders (total, "a b") values (:total, :a_b) returning *',
    );
    expect(built({ template: 'insert', columns: ['a b', 'a_b', 'a_b_2', 'A B'] })).toBe(
      'insert into orders ("a b", a_b, a_b_2, "A B") values (:a_b, :a_b_2, :a_b_2_2, :a_b_3) returning *',
    );
    const one = [{ column: 'id', operator: 'eq' as const, value: '1' }];
    const columns = ['Ü', 'Ö', '名', '字', '1 %'];
    expect(built({ template: 'update', columns, conditions: one })).toBe(
      `update orders set "Ü" = :u, "Ö" = :o, "名" = :_, "字" = :__2, "1 %" = :p_1_ where id = '1' returning *`,
    );
    expect(built({ template: 'update', columns: ['total'] })).toBeUndefined();
    expect(built({ template: 'delete' })).toBeUndefined();
    const conditions = [{ column: 'id', operator: 'eq' as const, value: '7' }];
    expect(built({ template: 'delete', conditions })).toBe(
      `delete from orders where id = '7' returning *`,
    );
  });
});

test('SQL-9 what was chosen comes back from the address, and nonsense is the beginning', () => {
  const state = {
    ...readWizardState(undefined),
    template: 'joined' as const,
    table: 'Ü"x',
    limit: 7,
  };
  expect(readWizardState(writeWizardState(state))).toEqual(state);
  expect(readWizardState('{"limit":"many","table":5}')).toEqual(readWizardState(undefined));
  expect(readWizardState('nonsense')).toEqual(readWizardState(undefined));
});
