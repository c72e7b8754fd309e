import { expect, test } from 'vitest';
import { findLabelColumn } from './labels.ts';

const text = (name: string) => ({ name, category: 'S' });
const number = (name: string) => ({ name, category: 'N' });

test('rows are called by the column that was chosen, else by the likeliest one', () => {
  const columns = [number('id'), text('email'), text('Name'), text('note')];
  expect(findLabelColumn({ columns, chosen: 'note' })?.name).toBe('note');
  expect(findLabelColumn({ columns })?.name).toBe('Name');
  expect(findLabelColumn({ columns, chosen: 'was dropped' })?.name).toBe('Name');
});

test('a name may be a part of the column, and must be text', () => {
  expect(findLabelColumn({ columns: [number('name'), text('company_name')] })?.name).toBe(
    'company_name',
  );
  expect(findLabelColumn({ columns: [number('id'), text('note')] })).toBeUndefined();
});
