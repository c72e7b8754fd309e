import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { listMissing, ParametersBar } from './parameters-bar.tsx';

const sql = 'select * from orders where id = :id';

test('SQL-8.10 Ctrl+Enter in the field of a parameter runs', () => {
  const onRun = vi.fn();
  const props = { sql, parameters: [], types: [], missing: [], onChange: () => {}, onRun };
  drawUi(<ParametersBar {...props} />);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
  expect(onRun).toHaveBeenCalledOnce();
});

test('SQL-8.10 a parameter without a value is named before anything runs; NULL is chosen, not assumed', () => {
  expect(listMissing(sql, [])).toEqual(['id']);
  expect(listMissing(sql, [{ name: 'id', type: 'int4', value: null }])).toEqual([]);
  expect(listMissing(sql, [{ name: 'id', type: 'int4', value: '7' }])).toEqual([]);
});
