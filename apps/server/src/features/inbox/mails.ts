import type { InboxKind } from '@causeway/contract/inbox/kinds.ts';
import { sayInbox } from '@causeway/contract/inbox/texts.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { languageOf, layOut, type Recipient } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/mailer.ts';

export type Due = {
  id: string;
  kind: InboxKind;
  params: Record<string, unknown>;
  link: string | null;
  times: number;
  project: string | null;
  /** Somebody still waits for this person's answer. */
  isAsking: boolean;
};

type Links = {
  /** The address of the product. */
  origin: string;
  /** Where a person stops mails of these kinds, and where their mail program does. */
  unsubscribe: string;
  oneClick: string;
  settings: string;
  /** Where an entry is answered without signing in. */
  decide(entryId: string): string;
};

const texts: Record<UiLanguage, Record<string, (value: string) => string>> = {
  en: {
    several: (count) => `${count} new in your inbox`,
    times: (count) => `Told ${count} times.`,
    project: (name) => `Project: ${name}`,
    decide: (url) => `Approve or decline: ${url}`,
    unsubscribe: (url) => `No more mails about this: ${url}`,
    settings: (url) => `What comes by mail: ${url}`,
  },
  de: {
    several: (count) => `${count} neue Einträge in deinem Posteingang`,
    times: (count) => `${count}-mal gemeldet.`,
    project: (name) => `Projekt: ${name}`,
    decide: (url) => `Zustimmen oder ablehnen: ${url}`,
    unsubscribe: (url) => `Keine Mails mehr dazu: ${url}`,
    settings: (url) => `Was per Mail kommt: ${url}`,
  },
};

/** One mail for all that is due: told in the subject when it is one thing, listed when it is more. */
export function inboxMail(to: Recipient, due: readonly Due[], links: Links): Mail {
  const language = languageOf(to);
  const say = texts[language];
  const [first] = due;
  const subject =
    due.length === 1 && first
      ? sayInbox(first, language).title
      : (say.several?.(String(due.length)) ?? '');
  const mail = layOut(to, {
    subject,
    paragraphs: due.map((entry) => paragraphOf(entry, language, links)),
    footer: [say.unsubscribe?.(links.unsubscribe) ?? '', say.settings?.(links.settings) ?? ''],
  });
  return { ...mail, unsubscribeUrl: links.oneClick };
}

function paragraphOf(entry: Due, language: UiLanguage, links: Links): string {
  const say = texts[language];
  const { title, body } = sayInbox(entry, language);
  const lines = [
    title,
    body,
    entry.times > 1 && say.times?.(String(entry.times)),
    entry.project && say.project?.(entry.project),
    entry.isAsking && say.decide?.(links.decide(entry.id)),
    `${links.origin}${entry.link ?? '/inbox'}`,
  ];
  return lines.filter(Boolean).join('\n');
}
