import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CellInput, type CellRow } from './cells-grid.tsx';

/** The field of a cell while it is edited, and what the cell holds. */
function edit(text: string) {
  let held = text;
  function Cell() {
    const [row, setRow] = useState<CellRow>({ index: 1, cells: [text] });
    const change = (next: CellRow) => {
      held = next.cells[0] ?? '';
      setRow(next);
    };
    const column = { key: '0', name: 'note' } as Parameters<typeof CellInput>[0]['column'];
    return <CellInput row={row} column={column} onRowChange={change} onClose={() => {}} />;
  }
  render(<Cell />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'note' });
  return {
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    held: () => held,
  };
}

test('OBJ-5 a cell of several lines is edited as several lines, and keeps how they end', () => {
  const cell = edit('two\r\nlines');
  expect(cell.field.value).toBe('two\nlines');
  expect(cell.held()).toBe('two\r\nlines');
  cell.type('two\nlong\nlines');
  expect(cell.held()).toBe('two\r\nlong\r\nlines');
});

test('OBJ-5 a cell of one line stays a field of one line while it is edited', () => {
  const cell = edit('one line');
  expect(cell.field.tagName).toBe('INPUT');
  cell.type('one longer line');
  expect(cell.held()).toBe('one longer line');
});
