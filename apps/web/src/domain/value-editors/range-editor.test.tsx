import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { RangeEditor } from './range-editor.tsx';

test('SQL-3 who opens a range by keyboard types into its beginning', () => {
  const column = { name: 'valid', exactType: 'int4range', category: 'R' } as never;
  const props = { column, label: 'valid', placeholder: '', isInvalid: false, isReadOnly: false };
  drawUi(<RangeEditor {...props} value={{ set: '[1,5)' }} onChange={() => {}} hasFocus />);
  expect(screen.getAllByRole('textbox')[0]).toBe(document.activeElement);
});
