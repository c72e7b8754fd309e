import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { FileButton } from './file-button.tsx';

/** Like a browser's field: it tells of files only when what is chosen is not what it has. */
function choose(field: HTMLInputElement, file: File) {
  if (field.value === `C:\\fakepath\\${file.name}`) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  let value = `C:\\fakepath\\${file.name}`;
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => value,
    set: (written: string) => {
      value = written;
    },
  });
  Object.defineProperty(field, 'files', { configurable: true, value: chosen.files });
  fireEvent.change(field);
}

test('the same file can be chosen again after what it was chosen for was cancelled or failed', () => {
  const taken: string[] = [];
  const { container } = drawUi(
    <FileButton onChange={(file) => file && taken.push(file.name)}>
      {(button) => (
        <button type="button" {...button}>
          Choose
        </button>
      )}
    </FileButton>,
  );
  expect(screen.getByRole('button', { name: 'Choose' })).toBeTruthy();
  const field = container.querySelector('input');
  if (!field) throw new Error('There is no field');
  const file = new File(['a'], 'photo.png');
  choose(field, file);
  choose(field, file);
  expect(taken).toEqual(['photo.png', 'photo.png']);
});
