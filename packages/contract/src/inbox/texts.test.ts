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
