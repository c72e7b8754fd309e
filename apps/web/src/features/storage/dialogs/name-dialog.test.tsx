import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { ConfirmDialogHost } from '#ui/confirm-dialog-host.tsx';
import { NameDialog } from './name-dialog.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('storage');
});

async function openDialog(initial?: string) {
  let closed = 0;
  render(
    <MantineProvider env="test">
      <NameDialog
        title="Rename"
        confirmLabel="Rename"
        {...(initial !== undefined && { initial })}
        onClose={() => (closed += 1)}
        onName={() => Promise.resolve()}
      />
      <ConfirmDialogHost />
    </MantineProvider>,
  );
  const name = await screen.findByLabelText(i18n.t('storage:name.label'));
  return { name, closed: () => closed };
}

test('SHELL-1 Escape asks before a name that was typed is gone', async () => {
  const { name, closed } = await openDialog('report.csv');
  fireEvent.change(name, { target: { value: 'report of March.csv' } });
  fireEvent.keyDown(name, { key: 'Escape' });
  const discard = await screen.findByRole('button', { name: i18n.t('platform:typed.discard') });
  expect(closed()).toBe(0);
  fireEvent.click(discard);
  await vi.waitFor(() => expect(closed()).toBe(1));
});

test('SHELL-1 a name as it was is left at once', async () => {
  const { name, closed } = await openDialog('report.csv');
  fireEvent.change(name, { target: { value: 'report of March.csv' } });
  fireEvent.change(name, { target: { value: 'report.csv' } });
  fireEvent.keyDown(name, { key: 'Escape' });
  expect(closed()).toBe(1);
});
