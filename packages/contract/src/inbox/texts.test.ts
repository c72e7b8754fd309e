import { expect, test } from 'vitest';
import { type InboxKind, inboxKindNames, inboxKinds } from './kinds.ts';
import { inboxTexts, sayInbox } from './texts.ts';
import { uiLanguages } from '../settings/settings.ts';

const kinds = uiLanguages.flatMap((language) =>
  inboxKindNames.map((kind): [string, InboxKind] => [language, kind]),
);

test.each(kinds)(
  'TEAM-8 in %s, %s says all it was given and asks for nothing else',
  (lang, kind) => {
    const { title, body = '' } = inboxTexts[lang as 'en' | 'de'][kind];
    const used = [...`${title} ${body}`.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(inboxKinds[kind].params.shape)));
  },
);

test('TEAM-8 names stay what people called them, words are those of the language', () => {
  const entry = {
    kind: 'member.joined' as const,
    params: { name: '{project}', project: '$& Shop', role: 'owner' },
  };
  expect(sayInbox(entry, 'en')).toEqual({ title: '{project} joined $& Shop', body: 'As owner.' });
  expect(sayInbox(entry, 'de').body).toBe('Rolle: Inhaber.');
});

test('TEAM-8 who was erased is somebody', () => {
  const entry = { kind: 'member.joined' as const, params: { name: '', project: 'Shop', role: '' } };
  expect(sayInbox(entry, 'en').title).toBe('Somebody joined Shop');
});

test('TEAM-8 TEAM-9 amounts are written as the language writes them, names with digits as they are', () => {
  const cap = {
    kind: 'key.cap' as const,
    params: { key: '1.5', cap: '1234.5', percent: 80 },
  };
  expect(sayInbox(cap, 'en').title).toContain('“1.5” has used 80% of its spend cap of 1,234.5 ');
  expect(sayInbox(cap, 'de').title).toContain('„1.5“ hat 80 % seiner Ausgabengrenze von 1.234,5 ');
  const alert = { kind: 'alert.fired' as const, params: { title: '2000', value: '12.345' } };
  expect(sayInbox(alert, 'de')).toEqual({ title: 'Alarm: 2000', body: 'Aktueller Wert: 12,345.' });
  const unread = { kind: 'alert.fired' as const, params: { title: 'Rows', value: '—' } };
  expect(sayInbox(unread, 'de').body).toBe('Aktueller Wert: —.');
});

test('DASH-7 TEAM-8 an alert that is over says how long it lasted; one told before that was kept says the rest', () => {
  const params = { title: '[a {lasted}]', value: '3' };
  const say = (more: object) =>
    sayInbox({ kind: 'alert.recovered', params: { ...params, ...more } }, 'de');
  expect(say({ lasted: 7_500 })).toEqual({
    title: 'Wieder normal: [a {lasted}]',
    body: 'Aktueller Wert: 3. Der Alarm dauerte 2 Stunden, 5 Minuten.',
  });
  expect(say({}).body).toBe('Aktueller Wert: 3.');
});

test('AUTO-5 TEAM-8 that one run of a workflow was skipped is said of one, thousands are grouped', () => {
  const say = (count: number) =>
    sayInbox({ kind: 'workflow.skipped', params: { workflow: 'Nightly', count } }, 'de').title;
  expect(say(1)).toBe('Ausgelassene Läufe von „Nightly“: 1');
  expect(say(12_345)).toBe('Ausgelassene Läufe von „Nightly“: 12.345');
});
