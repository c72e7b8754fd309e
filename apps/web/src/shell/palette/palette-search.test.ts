import { expect, test } from 'vitest';
import { placeOfChosen, searchEntries, type PaletteEntry } from './palette-search.ts';

const entries = [
  entry('recent', 'orders'),
  entry('pages', 'Members', '/settings/members'),
  entry('pages', 'Übersicht'),
  entry('projects', 'Members shop'),
  entry('actions', 'Theme: dark'),
];

test('SHELL-2 without a text recent pages come first, then pages, no actions', () => {
  expect(namesOf('')).toEqual(['orders', 'Members', 'Übersicht']);
});

test('SHELL-2 every word has to fit, in name or detail, whatever the case or accent', () => {
  expect(namesOf('settings memb')).toEqual(['Members']);
  expect(namesOf('ubersicht')).toEqual(['Übersicht']);
  expect(namesOf('members')).toEqual(['Members', 'Members shop']);
  expect(namesOf('nothing like it')).toEqual([]);
});

test('SHELL-2 what was chosen stays chosen when tables are found above it a moment later', () => {
  const [table, ...known] = [entry('Tables', 'Members'), ...entries];
  const chosen = known[4]?.id;
  expect(placeOfChosen(known, chosen)).toBe(4);
  expect(placeOfChosen([table, ...known], chosen)).toBe(5);
});

test('SHELL-2 with nothing chosen, and once it is found no more, Enter takes the first', () => {
  expect(placeOfChosen(entries, undefined)).toBe(0);
  expect(placeOfChosen(entries, 'gone')).toBe(0);
});

test('SHELL-2 after > there are only actions', () => {
  expect(namesOf('>')).toEqual(['Theme: dark']);
  expect(namesOf('> dark')).toEqual(['Theme: dark']);
  expect(namesOf('>members')).toEqual([]);
});

test('SHELL-2 a pasted link of ours is the only choice', () => {
  const pasted = entry('pasted', 'Open Members');
  expect(searchEntries([pasted, ...entries], '/settings/members')).toEqual([pasted]);
});

function namesOf(text: string): string[] {
  return searchEntries(entries, text).map(({ name }) => name);
}

function entry(group: PaletteEntry['group'], name: string, detail?: string): PaletteEntry {
  return { id: name, group, name, icon: 'link', run: () => {}, ...(detail && { detail }) };
}
