import { writeExactly } from '../drawing/write-number.ts';
import type { InboxKind } from './kinds.ts';
import type { UiLanguage } from '../settings/settings.ts';
import { writeSpan } from '../time-spans.ts';
import type { Texts } from './sentences.ts';
import { de } from './texts-de.ts';
import { en } from './texts-en.ts';

const words: Record<UiLanguage, Record<'role' | 'run', Record<string, string>>> = {
  en: {
    role: { viewer: 'viewer', editor: 'editor', admin: 'admin', owner: 'owner' },
    run: {
      import: 'Import',
      'import-analysis': 'Reading',
      export: 'Export',
      'storage-job': 'Work on files',
      crawl: 'Search index',
      scan: 'Scan',
      fix: 'Fix',
    },
  },
  de: {
    role: { viewer: 'lesend', editor: 'bearbeitend', admin: 'verwaltend', owner: 'Inhaber' },
    run: {
      import: 'Import',
      'import-analysis': 'Einlesen',
      export: 'Export',
      'storage-job': 'Arbeit an Dateien',
      crawl: 'Suchindex',
      scan: 'Prüfung',
      fix: 'Behebung',
    },
  },
};

/** Of who was erased no name is left. */
const nameless: Record<UiLanguage, string> = { en: 'Somebody', de: 'Jemand' };
const people = new Set(['by', 'name', 'person', 'staff']);

/** Text with digits as a database or the wire has them: names of the same look stay as they are. */
const amounts: Partial<Record<InboxKind, string>> = {
  'key.cap': 'cap',
  'threshold.reached': 'what',
  'alert.fired': 'value',
  'alert.recovered': 'value',
};

/** Seconds, said as a time that passed. */
const spans: Partial<Record<InboxKind, string>> = { 'alert.recovered': 'lasted' };

export const inboxTexts: Record<UiLanguage, Texts> = { en, de };

type Told = { kind: InboxKind; params: Record<string, unknown> };

/** What an entry says, in a language. */
export function sayInbox(
  { kind, params }: Told,
  language: UiLanguage,
): { title: string; body: string | undefined } {
  const { title, body } = inboxTexts[language][kind];
  const fill = (text: string) =>
    withKept(text, params).replace(/\{([a-z]+)\}/g, (_, name: string) => {
      const value = inLanguage(params[name], language);
      if (spans[kind] === name) return writeSpan(Number(value), language);
      if (amounts[kind] === name || typeof params[name] === 'number')
        return writeExactly(value, language);
      if (value === '' && people.has(name)) return nameless[language];
      return words[language][name as 'role' | 'run']?.[value] ?? value;
    });
  return { title: fill(title), body: body === undefined ? undefined : fill(body) };
}

/** Without the parts in brackets whose parameter is not there. */
function withKept(text: string, params: Record<string, unknown>): string {
  const [start = '', ...pieces] = text.split('[');
  const rest = pieces.map((piece) => {
    const [part = '', ...behind] = piece.split(']');
    const [, name = ''] = /\{([a-z]+)\}/.exec(part) ?? [];
    return (params[name] === undefined ? '' : part) + behind.join(']');
  });
  return start + rest.join('');
}

/** What was written when it was told is there in each language. */
function inLanguage(value: unknown, language: UiLanguage): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return String((value as Partial<Record<UiLanguage, unknown>>)[language] ?? '');
}
