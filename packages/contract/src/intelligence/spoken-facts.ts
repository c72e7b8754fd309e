import type { UiLanguage } from '../settings/settings.ts';
import type { Facts, Finding } from './intelligence.ts';

/** What no part of a table explains: all of it moved alike. */
export const ACROSS = 'across';

type Words = {
  grants: Record<string, string>;
  personal: Record<string, string>;
  /** As they stand after “for”, one and many of each unit. */
  units: Record<string, [one: string, many: string]>;
  rows: string;
  sum: string;
  across: string;
  mostly: string;
  /** A day, or the week that begins with it, and what it is compared with. */
  onDay: string;
  inWeek: string;
  ofDay: string;
  ofWeek: string;
  /** What counts up: the column itself, or the key it refers to. */
  itStands: string;
  keyStands: (key: string) => string;
};

const words: Record<UiLanguage, Words> = {
  en: {
    grants: {
      SELECT: 'read',
      INSERT: 'change',
      UPDATE: 'change',
      DELETE: 'change',
      TRUNCATE: 'empty',
      TRIGGER: 'put triggers on',
      REFERENCES: 'refer to',
    },
    personal: {
      password: 'passwords',
      'e-mail': 'e-mail addresses',
      IBAN: 'account numbers',
      card: 'card numbers',
      phone: 'phone numbers',
      IP: 'IP addresses',
      name: 'names',
      address: 'postal addresses',
      'birth date': 'dates of birth',
    },
    units: { d: ['day', 'days'], h: ['hour', 'hours'], min: ['minute', 'minutes'] },
    rows: 'the number of rows',
    sum: 'the sum of',
    across: 'It was so across the board.',
    mostly: 'Mostly because of',
    onDay: 'on',
    inWeek: 'in the week from',
    ofDay: 'Usual for that weekday is',
    ofWeek: 'Usual for a week is',
    itStands: 'It stands',
    keyStands: (key) => `${key}, which it refers to, stands`,
  },
  de: {
    grants: {
      SELECT: 'lesen',
      INSERT: 'ändern',
      UPDATE: 'ändern',
      DELETE: 'ändern',
      TRUNCATE: 'leeren',
      TRIGGER: 'mit Triggern versehen',
      REFERENCES: 'in Fremdschlüsseln verwenden',
    },
    personal: {
      password: 'Passwörter',
      'e-mail': 'E-Mail-Adressen',
      IBAN: 'Kontonummern',
      card: 'Kartennummern',
      phone: 'Telefonnummern',
      IP: 'IP-Adressen',
      name: 'Namen',
      address: 'Postanschriften',
      'birth date': 'Geburtsdaten',
    },
    units: { d: ['Tag', 'Tagen'], h: ['Stunde', 'Stunden'], min: ['Minute', 'Minuten'] },
    rows: 'die Zahl der Zeilen',
    sum: 'die Summe von',
    across: 'Es war überall so.',
    mostly: 'Vor allem wegen',
    onDay: 'Am',
    inWeek: 'In der Woche ab',
    ofDay: 'An diesem Wochentag sind',
    ofWeek: 'In einer Woche sind',
    itStands: 'Der Stand ist',
    keyStands: (key) => `${key}, worauf sie verweist, steht bei`,
  },
};

/** Facts that are words or days: kept as the database has them, said as the language does. */
export function speakFacts(
  { check, facts }: Pick<Finding, 'check' | 'facts'>,
  language: UiLanguage,
  region: string,
): Facts {
  const { grants, personal } = words[language];
  const day = (name: string) => dayIn(textOf(facts, name), region);
  const list = (name: string, known: Record<string, string>) =>
    listIn(textOf(facts, name), known, language);
  switch (check) {
    case 'public-grants':
      return { what: list('what', grants), granted: textOf(facts, 'what') };
    case 'gaps':
      return { cause: numbersIn(textOf(facts, 'cause'), language) };
    case 'personal':
      return { kinds: list('kinds', personal) };
    case 'running-out': {
      const { itStands, keyStands } = words[language];
      const key = textOf(facts, 'parent');
      return { who: key === '' ? itStands : keyStands(key) };
    }
    case 'time-travel':
      return { min: day('min'), max: day('max') };
    case 'late':
      return { age: spanIn(facts, 'age', language), usual: spanIn(facts, 'usual', language) };
    case 'unusual-day':
      return {
        day: day('day'),
        measure: measureIn(textOf(facts, 'measure'), language),
        contributors: contributorsIn(textOf(facts, 'contributors'), language),
        ...spanWords(textOf(facts, 'span') === 'week', language),
      };
    default:
      return {};
  }
}

function spanWords(isWeek: boolean, language: UiLanguage): Facts {
  const { onDay, inWeek, ofDay, ofWeek } = words[language];
  return isWeek ? { when: inWeek, usually: ofWeek } : { when: onDay, usually: ofDay };
}

function textOf(facts: Facts, name: string): string {
  return String(facts[name] ?? '');
}

function listIn(text: string, known: Record<string, string>, language: UiLanguage): string {
  const said = new Set(text.split(', ').map((word) => known[word] ?? word));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(said);
}

/** Written by the server with a point and a space before the percent sign, whoever reads it. */
function numbersIn(text: string, language: UiLanguage): string {
  return language === 'de'
    ? text.replaceAll(/(?<=\d)\.(?=\d)/g, ',')
    : text.replaceAll(/(?<=\d) %/g, '%');
}

const isoDay = /^\d{4}-\d{2}-\d{2}/;

/** Days far before or after ours have no date here: they stay as they are. */
function dayIn(text: string, region: string): string {
  const [day] = isoDay.exec(text) ?? [];
  if (!day || Number.isNaN(Date.parse(day))) return text;
  const format = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(day));
}

function spanIn(facts: Facts, name: string, language: UiLanguage): string {
  const text = textOf(facts, name);
  const [count = '', unit = ''] = text.split(' ');
  const [one, many] = words[language].units[unit] ?? [];
  return one === undefined ? text : `${count} ${count === '1' ? one : many}`;
}

function measureIn(text: string, language: UiLanguage): string {
  const { rows, sum } = words[language];
  if (text === 'count(*)') return rows;
  return text.startsWith('sum(') && text.endsWith(')') ? `${sum} ${text.slice(4, -1)}` : text;
}

function contributorsIn(text: string, language: UiLanguage): string {
  const { across, mostly } = words[language];
  if (text === ACROSS) return across;
  const said = language === 'en' ? text.replaceAll(/(?<=\(\d{1,3}) %\)/g, '%)') : text;
  return text === '' ? '' : `${mostly} ${said}.`;
}
