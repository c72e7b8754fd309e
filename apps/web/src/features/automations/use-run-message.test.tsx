import {
  MOST_SENTENCES,
  type RunMessage,
  runMessage,
  runMessages,
} from '@causeway/contract/automations/run-messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n, switchLanguage } from '#platform/i18n/i18n.ts';
import german from './texts.de.json';
import { messagesWith } from './history/messages-with.ts';
import english from './texts.en.json';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('AUTO-7 English readers read what was recorded, and every sentence has a German one with the same facts', () => {
  expect(english.message).toEqual(runMessages);
  const factsIn = (text: string) => text.match(/\{\{\w+\}\}/g)?.toSorted() ?? [];
  for (const [name, sentence] of Object.entries(runMessages)) {
    expect(factsIn(german.message[name as keyof typeof german.message])).toEqual(factsIn(sentence));
  }
});

test('AUTO-7 what a run recorded is told in the language of the reader, what a database said stays', async () => {
  await startI18n('en');
  await switchLanguage('de');
  await i18n.loadNamespaces('automations');
  const { result } = renderHook(() => useRunMessage(), { wrapper });
  const message = runMessage('budgetSteps', { most: 10 });
  expect(result.current({ message, code: 'E_RUN_BUDGET' })).toMatch(/Budget .* 10 Schritten/);
  expect(result.current({ message: 'The result is too large.', code: 'E_RESULT_TOO_LARGE' })).toBe(
    'Das Ergebnis ist zu groß.',
  );
  const foreign = 'null value in column "sum" violates not-null constraint';
  expect(result.current({ message: foreign, code: 'E_SQL_CONSTRAINT' })).toBe(foreign);
});

test('AUTO-2 SET-3 moments and counts in what a trigger recorded are written as the reader’s language does', async () => {
  await startI18n('en');
  await switchLanguage('de');
  await i18n.loadNamespaces('automations');
  const { result } = renderHook(() => useRunMessage(), { wrapper });
  const say = (name: RunMessage, facts: Record<string, string | number>) =>
    result.current({ message: runMessage(name, facts) });
  expect(say('changesMissed', { time: '2026-03-01 12:00:00.123456+00' })).toMatch(
    /nach 0?1\.0?3\.2026, \d\d:00:00 nicht/,
  );
  expect(say('changesMissed', { time: 'some time' })).toContain('nach some time nicht');
  expect(say('rowsCut', { rows: 10_000 })).toContain('10.000 Zeilen');
  expect(say('answered', { status: 1000 })).toContain('1000');
});

test('AUTO-7 words of the reader are looked for in our sentences, as the reader sees them', async () => {
  await startI18n('en');
  await i18n.loadNamespaces('automations');
  expect(messagesWith('gefiltert')).toBeUndefined();
  await switchLanguage('de');
  await i18n.loadNamespaces('automations');
  expect(messagesWith('GEFILTERT')?.split('\n')).toContain('listToFilter');
  expect(messagesWith('zu groß')?.split('\n')).toContain('E_RESULT_TOO_LARGE');
  expect(messagesWith('most')?.split('\n') ?? []).not.toContain('budgetSteps');
  expect(messagesWith(undefined)).toBeUndefined();
});

test('AUTO-7 a sentence as the reader sees it, or a piece of it, is looked for with its facts', async () => {
  await startI18n('en');
  await switchLanguage('de');
  await i18n.loadNamespaces('automations');
  const found = (search: string) => messagesWith(search)?.split('\n') ?? [];
  expect(found('Die Antwort hatte Status 404.')).toContain('answered\t404');
  expect(found('hatte Status 404')).toContain('answered\t404');
  expect(found('Status 40')).toContain('answered\t40');
  expect(found('hatte Status 500. Gerade nicht')).toContain('answeredSaying\t500\tgerade nicht');
  expect(found('shop.example“ führt zu')).toContain('addressPrivate\tshop.example');
  expect(found('404')).toEqual([]);
  expect(found('e')).toHaveLength(MOST_SENTENCES);
  expect(found('Die Antwort hatte Status 404. Und mehr, das nirgends steht')).not.toContain(
    'answered\t404',
  );
});
