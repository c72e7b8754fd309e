import { commentRoutes } from '@causeway/contract/dashboards/comments.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import CommentsDialog from './comments-dialog.tsx';

beforeAll(async () => {
  // Fields that grow with their text measure it again when a font arrives.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});

test('DASH-4 what is typed while a comment is on its way stays', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  let listed = 0;
  vi.spyOn(api, 'call').mockImplementation((route: unknown) => {
    if (route === commentRoutes.create) return promise;
    if (route === commentRoutes.list) listed += 1;
    return Promise.resolve(route === commentRoutes.list ? [] : { members: [] });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <CommentsDialog
          place={{ projectId: 'p', dashboardId: 'd' }}
          tile={{ id: 't', title: 'Sales' }}
          onClose={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [field] = await screen.findAllByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(field!, { target: { value: 'First' } });
  await eventually(() => expect(listed).toBe(1));
  fireEvent.click(screen.getByRole('button', { name: i18n.t('dashboards:out.send') }));
  fireEvent.change(field!, { target: { value: 'Second' } });
  resolve({});
  await eventually(() => expect(listed).toBe(2));
  expect(field?.value).toBe('Second');
});
