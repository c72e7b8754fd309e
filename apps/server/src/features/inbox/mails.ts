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
  /** The person has these once a day. */
  isDaily: boolean;
};

type Links = {
  /** The address of the product. */
  origin: string;
  /** Where a person stops mails of these kinds or collects them, and where their mail program stops them. */
  unsubscribe: string;
  /** Undefined where they come once a day already. */
  daily: string | undefined;
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
    more: (count) => `And ${count} more: they are in your inbox.`,
    daily: (url) => `Once a day, all in one mail: ${url}`,
    unsubscribe: (url) => `No more mails about this: ${url}`,
    settings: (url) => `What comes by mail: ${url}`,
  },
  de: {
    several: (count) => `${count} neue Einträge in deinem Posteingang`,
    times: (count) => `${count}-mal gemeldet.`,
    project: (name) => `Projekt: ${name}`,
    decide: (url) => `Freigeben oder ablehnen: ${url}`,
    more: (count) => `Und ${count} weitere: Du findest sie in deinem Posteingang.`,
    daily: (url) => `Einmal am Tag, alles in einer Mail: ${url}`,
    unsubscribe: (url) => `Keine Mails mehr dazu: ${url}`,
    settings: (url) => `Was per Mail kommt: ${url}`,
  },
};

const MOST_A_MAIL = 20;

/** One mail for all that is due: told in the subject when it is one thing, listed when it is more. */
export function inboxMail(to: Recipient, all: readonly Due[], links: Links): Mail {
  const language = languageOf(to);
  const say = texts[language];
  const due = all.slice(0, MOST_A_MAIL);
  const more = all.length - due.length;
  const [first] = due;
  const subject =
    all.length === 1 && first
      ? sayInbox(first, language).title
      : (say.several?.(String(all.length)) ?? '');
  const footer = [
    links.daily && say.daily?.(links.daily),
    say.unsubscribe?.(links.unsubscribe),
    say.settings?.(links.settings),
  ];
  const mail = layOut(to, {
    subject,
    paragraphs: [
      ...due.map((entry) => paragraphOf(entry, language, links)),
      ...(more > 0 ? [`${say.more?.(String(more)) ?? ''}\n${links.origin}/inbox`] : []),
    ],
    footer: footer.filter((line) => line !== undefined),
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
