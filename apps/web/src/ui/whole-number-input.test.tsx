import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { WholeNumberInput } from './whole-number-input.tsx';

function Seats() {
  const [seats, setSeats] = useState(5);
  return (
    <>
      <WholeNumberInput label="Seats" min={1} max={50} value={seats} onChange={setSeats} />
      <output>{seats}</output>
    </>
  );
}

function draw() {
  drawUi(<Seats />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seats' });
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  return { field, type, counted: () => screen.getByRole('status').textContent };
}

test('another number is typed into an emptied field as it is, not behind a one', () => {
  const { field, type, counted } = draw();
  type('');
  expect(field.value).toBe('');
  expect(counted()).toBe('5');
  type('3');
  expect(field.value).toBe('3');
  expect(counted()).toBe('3');
});

test('a field that is left empty, or with what does not fit, shows the number that counts', () => {
  const { field, type, counted } = draw();
  type('');
  fireEvent.blur(field);
  expect(field.value).toBe('5');
  type('0');
  fireEvent.blur(field);
  expect(field.value).toBe(counted());
  expect(Number(counted())).toBeGreaterThanOrEqual(1);
});
