import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { LocalizedFields } from './localized-fields.tsx';

test('SET-6 content in several languages is edited with one field a language', () => {
  drawUi(<Title />);
  fireEvent.change(screen.getByLabelText('German'), { target: { value: 'Ausverkauf' } });
  expect(screen.getByLabelText<HTMLInputElement>('German').value).toBe('Ausverkauf');
  expect(screen.getByLabelText<HTMLInputElement>('English').value).toBe('Sale');
  expect(screen.getByLabelText<HTMLInputElement>('Italian').placeholder).toBe('Sale');
});

function Title() {
  const [value, setValue] = useState<Record<string, string | null | undefined>>({ en: 'Sale' });
  const languages = ['en', 'de', 'fr', 'it'];
  return <LocalizedFields label="Title" languages={languages} value={value} onChange={setValue} />;
}
