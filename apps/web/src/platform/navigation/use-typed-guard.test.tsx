import { MantineProvider, Modal } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { ConfirmDialogHost } from '#ui/confirm-dialog-host.tsx';
import { hasUnsavedWork } from './unsaved-work.ts';
import { useTypedGuard } from './use-typed-guard.ts';

beforeAll(() => startI18n('en'));

function Form({ onClose }: { onClose: () => void }) {
  const guard = useTypedGuard(onClose);
  return (
    <Modal opened {...guard} title="Form">
      <input aria-label="Name" />
      <input aria-label="Choice" type="checkbox" />
    </Modal>
  );
}

async function openForm() {
  let closed = 0;
  render(
    <MantineProvider env="test">
      <Form onClose={() => (closed += 1)} />
      <ConfirmDialogHost />
    </MantineProvider>,
  );
  const name = await screen.findByLabelText('Name');
  return { name, closed: () => closed };
}

const question = () => screen.queryByText(i18n.t('platform:typed.title'));

test('SHELL-1 a form is left at once while nothing was typed, whatever was chosen', async () => {
  const { name, closed } = await openForm();
  fireEvent.click(screen.getByLabelText('Choice'));
  fireEvent.keyDown(name, { key: 'Escape' });
  expect([closed(), question()]).toEqual([1, null]);
});

test('SHELL-1 Escape and a click outside ask before what was typed is gone, and Escape again keeps it', async () => {
  const { name, closed } = await openForm();
  fireEvent.input(name, { target: { value: 'Nightly' } });
  expect(hasUnsavedWork()).toBe(true);
  fireEvent.keyDown(name, { key: 'Escape' });
  const discard = await screen.findByRole('button', { name: i18n.t('platform:typed.discard') });
  fireEvent.keyDown(discard, { key: 'Escape' });
  await eventually(() => expect(question()).toBeNull());
  expect(closed()).toBe(0);
  // However soon after the answer.
  fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  fireEvent.click(await screen.findByRole('button', { name: i18n.t('platform:typed.discard') }));
  await eventually(() => expect(closed()).toBe(1));
});
