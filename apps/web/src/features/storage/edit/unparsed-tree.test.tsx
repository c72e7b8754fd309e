import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import UnparsedTree from './unparsed-tree.tsx';

test('RULE-1.2 JSON that does not parse is shown as an empty object that nobody can change', () => {
  drawUi(<UnparsedTree text='{"half": [1, 2' />);
  const tree = within(screen.getAllByRole('list')[0] as HTMLElement);
  expect(tree.getByText('{0}')).toBeDefined();
  expect(tree.queryByRole('textbox')).toBeNull();
});
