import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';
import { DecimalInput } from './decimal-input.tsx';

function Limit() {
  const [limit, setLimit] = useState<number | null>(1234.5);
  return (
    <>
      <DecimalInput label="Limit" value={limit} onChange={setLimit} />
      <output>{String(limit)}</output>
    </>
  );
}

/** Letter by letter, as somebody types. */
function typeInto(field: HTMLInputElement, text: string) {
  fireEvent.change(field, { target: { value: '' } });
  for (const letter of text) fireEvent.change(field, { target: { value: field.value + letter } });
}

test.each([
  ['en', '1234.5', '-1.5', -1.5],
  ['de', '1234,5', '-1,5', -1.5],
  ['de', '1234,5', '0,05', 0.05],
  ['de', '1234,5', '12', 12],
])('DASH-7 SET-3 in %s %s stands in a field, and %s is typed as it is meant', async (...given) => {
  const [language, stood, typed, meant] = given;
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({ lng: language, resources: {} });
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <Limit />
      </MantineProvider>
    </I18nextProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit' });
  expect(field.value).toBe(stood);
  typeInto(field, typed);
  expect(field.value).toBe(typed);
  expect(screen.getByRole('status').textContent).toBe(String(meant));
  fireEvent.blur(field);
  expect(field.value).toBe(typed);
  typeInto(field, '');
  expect(screen.getByRole('status').textContent).toBe('null');
});
