import { describe, expect, test } from 'vitest';
import { matchByName } from './column-matching.ts';

const columns = (...names: string[]) => names.map((name) => ({ name }));

describe('columns of a file', () => {
  test('SQL-6 go to the columns of the same name, whatever their order', () => {
    expect(matchByName(['b', 'a'], columns('a', 'b', 'c'))).toEqual(['b', 'a']);
  });

  test('SQL-6 are recognised by case, spaces, marks and umlauts', () => {
    const table = columns('order_id', 'Größe', 'created_at');
    expect(matchByName(['Order-ID', 'groesse', 'createdAt'], table)).toEqual([
      'order_id',
      'Größe',
      'created_at',
    ]);
  });

  test('SQL-6 take each column once, the exact name first', () => {
    expect(matchByName(['ID', 'id', 'Id'], columns('id'))).toEqual([undefined, 'id', undefined]);
  });

  test('SQL-6 are recognised by the alias people read', () => {
    const table = [{ name: 'usr_nm', label: 'User name' }];
    expect(matchByName(['user_name', 'other'], table)).toEqual(['usr_nm', undefined]);
  });
});
