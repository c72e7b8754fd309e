import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { RerunButtons } from './rerun-buttons.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('history');
});

test('AUTO-7 a run of a workflow that was mended since is run again with the version that runs now, or with its own', async () => {
  vi.spyOn(api, 'call').mockResolvedValue({ version: 2 });
  const onRerun = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <RerunButtons
          projectId="p"
          run={{ workflowId: 'w', version: 1 }}
          isPending={false}
          onRerun={onRerun}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Run again with version 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Run again with version 1' }));
  expect(onRerun.mock.calls).toEqual([['current'], ['same']]);
});
