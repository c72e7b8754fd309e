import { inboxRoutes, type MailChoices } from '@causeway/contract/inbox/inbox.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mailChoicesQuery } from '#domain/inbox/inbox-query.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { userQuery } from '#platform/session/user-query.ts';
import { createUser } from '#testing/factories.ts';
import { eventually } from '#testing/eventually.ts';
import NotificationsPage from './notifications-page.tsx';

vi.mock('#platform/navigation/account-tabs.tsx', () => ({ AccountTabs: () => null }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('inbox');
});
afterEach(() => queryClient.clear());

test('TEAM-8 of two choices of mails made shortly after each other both stay, however they are answered', async () => {
  let saved = {} as MailChoices;
  const answers: (() => void)[] = [];
  vi.spyOn(api, 'call')
    .mockReset()
    .mockImplementation(async (route: unknown, input: unknown) => {
      if (route !== inboxRoutes.chooseMail) return saved;
      const { kind, mail } = (input as { body: { kind: string; mail: string } }).body;
      saved = { ...saved, [kind]: mail };
      const answer = saved;
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(resolve);
      await promise;
      return answer;
    });
  queryClient.setQueryData(userQuery.queryKey, createUser());
  queryClient.setQueryData(mailChoicesQuery.queryKey, saved);
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <NotificationsPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [first, second] = screen.getAllByRole('radiogroup');
  const chooseOther = (group: HTMLElement | undefined) => {
    const radios = group ? within(group).getAllByRole<HTMLInputElement>('radio') : [];
    const other = radios.find(({ checked }) => !checked);
    if (other) fireEvent.click(other);
  };
  chooseOther(first);
  await eventually(() => expect(answers).toHaveLength(1));
  chooseOther(second);
  // The later one is sent, or waits for its turn.
  const later = () => queryClient.getMutationCache().getAll().at(-1);
  await eventually(() => expect(answers.length === 2 || later()?.state.isPaused).toBe(true));
  await act(async () => answers[1]?.());
  await act(async () => answers[0]?.());
  await eventually(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  await eventually(() => expect(queryClient.isMutating()).toBe(0));
  expect(Object.keys(saved)).toHaveLength(2);
  expect(queryClient.getQueryData(mailChoicesQuery.queryKey)).toEqual(saved);
});
