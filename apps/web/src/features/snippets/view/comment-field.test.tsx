import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { CommentField } from './comment-field.tsx';

beforeAll(async () => {
  // Fields that grow with their text measure it again when a font arrives.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  await startI18n('en');
  await i18n.loadNamespaces('snippets');
});

test('SNIP-1 what is typed while a comment is on its way stays; the comment itself goes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const said: string[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <CommentField
          label="Say"
          sendLabel="Send"
          onSend={(text) => {
            said.push(text);
            return said.length === 1 ? promise : Promise.resolve();
          }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('Say');
  const send = () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.change(field, { target: { value: 'First' } });
  send();
  await eventually(() => expect(said).toEqual(['First']));
  fireEvent.change(field, { target: { value: 'Second' } });
  await act(async () => {
    resolve();
    await promise;
  });
  await eventually(() => expect(screen.getByRole('button').dataset['loading']).toBeUndefined());
  expect(field.value).toBe('Second');
  send();
  await eventually(() => expect(field.value).toBe(''));
});
