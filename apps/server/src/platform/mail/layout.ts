import { PRODUCT_NAME } from '@causeway/contract/product.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { Mail } from './mailer.ts';

/** Whom a mail goes to, and in which language they use the product. */
export type Recipient = { email: string; name: string; language: string | null };

export function languageOf({ language }: Pick<Recipient, 'language'>): UiLanguage {
  return language === 'de' ? 'de' : 'en';
}

/** One layout for every mail: a greeting, paragraphs, links on lines of their own, a quiet footer. */
export function layOut(
  to: Recipient,
  content: { subject: string; paragraphs: readonly string[]; footer?: readonly string[] },
): Mail {
  const greeting = languageOf(to) === 'de' ? `Hallo ${to.name},` : `Hello ${to.name},`;
  const footer = [PRODUCT_NAME, ...(content.footer ?? [])].join('\n');
  return {
    to: to.email,
    // A header has one line, whatever a name in it holds.
    subject: content.subject.replaceAll(/\s+/g, ' ').slice(0, 200),
    text: [greeting, ...content.paragraphs, `-- \n${footer}`].join('\n\n'),
  };
}
