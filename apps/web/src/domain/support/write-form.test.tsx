import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { WriteForm } from './write-form.tsx';

beforeAll(async () => {
  // Fields that grow with their text measure it again when a font arrives.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  await startI18n('en');
  await i18n.loadNamespaces('support');
});

test('SHELL-5 what is typed while a message to support is on its way stays', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <WriteForm
          label="Say"
          canTakePicture={false}
          onSend={({ text }) => {
            sent.push(text);
            return sent.length === 1 ? promise : Promise.resolve();
          }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('Say');
  const send = screen.getByRole<HTMLButtonElement>('button', { name: i18n.t('support:send') });
  fireEvent.change(field, { target: { value: 'First' } });
  fireEvent.click(send);
  await eventually(() => expect(sent).toEqual(['First']));
  fireEvent.change(field, { target: { value: 'Second' } });
  resolve();
  await eventually(() => expect(send.dataset['loading']).toBeUndefined());
  expect(field.value).toBe('Second');
  fireEvent.click(send);
  await eventually(() => expect(field.value).toBe(''));
  expect(sent).toEqual(['First', 'Second']);
});
