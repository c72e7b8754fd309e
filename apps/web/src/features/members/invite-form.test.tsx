import type { Project } from '@causeway/contract/projects.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { InviteForm } from './invite-form.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('members');
});

test('TEAM-1 who is typed while an invitation is on its way stays', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const invite = vi.spyOn(api, 'call').mockReturnValue(promise);
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <InviteForm project={{ id: 'p', role: 'owner' } as Project} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>(i18n.t('members:invite.email'));
  fireEvent.change(field, { target: { value: 'ada@example.com' } });
  fireEvent.submit(field.form!);
  await eventually(() => expect(invite).toHaveBeenCalledOnce());
  fireEvent.change(field, { target: { value: 'grace@example.com' } });
  resolve({});
  await eventually(() => expect(document.querySelector('[data-loading]')).toBeNull());
  expect(field.value).toBe('grace@example.com');
});
