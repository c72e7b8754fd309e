import type { Replay } from '@causeway/contract/automations/replay.ts';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { ReplayGate } from './replay-gate.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('editor');
});

function draw(data: Replay) {
  const replay = { data, error: null } as ComponentProps<typeof ReplayGate>['replay'];
  render(
    <MantineProvider env="test">
      <ReplayGate replay={replay} isSeen={false} onSeen={() => {}} />
    </MantineProvider>,
  );
}

test('AUTO-5 where no step could be replayed, nothing is said to have been replayed', () => {
  draw({ runs: 1, steps: 0, changed: ['load'], differences: [] });
  expect(screen.getByText(/^No step of the last run can be replayed/)).toBeTruthy();
  expect(screen.getByText(/^load was changed/).textContent).not.toContain('replayed');
});

test('AUTO-5 what hangs on a step that could not be replayed is said to be, where it was', () => {
  draw({ runs: 1, steps: 2, changed: ['load'], differences: [] });
  expect(screen.getByText(/^load was changed/).textContent).toContain('was replayed');
});
