import type { Project } from '@causeway/contract/projects.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { createProject } from '#testing/factories.ts';
import { eventually } from '#testing/eventually.ts';
import { LanguageField, NameField } from './project-fields.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('settings');
});

test('TEAM-1 what is typed while a name is being saved stays, and so does the focus', async () => {
  const answer = Promise.withResolvers<unknown>();
  const call = vi.spyOn(api, 'call').mockReset().mockReturnValue(answer.promise);
  const draw = (name: string) => (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <NameField project={createProject({ name })} isReadOnly={false} />
      </MantineProvider>
    </QueryClientProvider>
  );
  const queryClient = new QueryClient();
  const { rerender } = render(draw('Bakery'));
  const field = screen.getByRole<HTMLInputElement>('textbox');
  field.focus();
  fireEvent.change(field, { target: { value: 'Bakery North' } });
  fireEvent.submit(field);
  await eventually(() => expect(call).toHaveBeenCalledOnce());
  fireEvent.change(field, { target: { value: 'Bakery North East' } });
  await act(async () => answer.resolve(createProject({ name: 'Bakery North' })));
  rerender(draw('Bakery North'));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Bakery North East');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('TEAM-1 of two choices made shortly after each other the later one stays, however they are answered', async () => {
  const project = createProject();
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.spyOn(api, 'call')
    .mockReset()
    .mockImplementation(async (_route: unknown, input: unknown) => {
      const { settings } = (input as { body: { settings: Project['settings'] } }).body;
      asked.push(settings.defaultUiLang);
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(resolve);
      await promise;
      return { ...project, settings: { ...project.settings, ...settings } };
    });
  const queryClient = new QueryClient();
  queryClient.setQueryData(projectsQuery.queryKey, [project]);
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <LanguageField project={project} isReadOnly={false} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'de' } });
  await eventually(() => expect(asked).toEqual(['de']));
  fireEvent.change(field, { target: { value: 'en' } });
  // The later one is sent, or waits for its turn.
  const later = () => queryClient.getMutationCache().getAll()[1];
  await eventually(() => expect(asked.length === 2 || later()?.state.isPaused).toBe(true));
  await act(async () => answers[1]?.());
  await act(async () => answers[0]?.());
  await eventually(() => expect(asked).toEqual(['de', 'en']));
  await act(async () => answers[1]?.());
  await eventually(() => expect(queryClient.isMutating()).toBe(0));
  const shown = queryClient.getQueryData(projectsQuery.queryKey)?.[0]?.settings;
  expect(shown?.defaultUiLang).toBe('en');
});
