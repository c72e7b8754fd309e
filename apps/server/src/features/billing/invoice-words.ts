import type { Invoice, ProviderKind } from '@causeway/contract/billing/billing.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { InvoiceLineSeen } from './snapshot.ts';

export type Language = 'en' | 'de';

/** What an invoice of ours says besides names and amounts. */
export const invoiceWords = {
  en: {
    invoice: 'Invoice',
    test: 'TEST PROVIDER: no money was moved, this is no invoice.',
    number: 'Number',
    date: 'Date',
    state: 'State',
    taxId: 'Tax number',
    net: 'Net',
    tax: 'Tax',
    total: 'Total',
    paidBack: 'Paid back',
    takenBack: 'taken back',
    credits: 'credits',
    states: { open: 'open', paid: 'paid', refunded: 'refunded', void: 'void' },
  },
  de: {
    invoice: 'Rechnung',
    test: 'TESTANBIETER: Es ist kein Geld geflossen, dies ist keine Rechnung.',
    number: 'Nummer',
    date: 'Datum',
    state: 'Stand',
    taxId: 'Steuernummer',
    net: 'Netto',
    tax: 'Steuer',
    total: 'Summe',
    paidBack: 'Zurückgezahlt',
    takenBack: 'gutgeschrieben',
    credits: 'Credits',
    states: { open: 'offen', paid: 'bezahlt', refunded: 'erstattet', void: 'storniert' },
  },
} as const satisfies Record<Language, object>;

/** A provider says its own lines, in the language it knows of the customer; ours are said here. */
export function sayLine(
  line: Pick<InvoiceLineSeen, 'text' | 'cents'> & Partial<InvoiceLineSeen>,
  provider: ProviderKind,
  language: Language,
): string {
  if (provider !== 'test') return line.text;
  const words = invoiceWords[language];
  if (line.kind === 'credits') {
    return `${(line.credits ?? 0).toLocaleString(language)} ${words.credits}`;
  }
  const [named = line.text] = line.text.split(',');
  return line.cents < 0 ? `${named}, ${words.takenBack}` : named;
}

export function inWords<Shown extends Pick<Invoice, 'lines' | 'provider'>>(
  invoice: Shown,
  language: Language,
): Shown {
  const lines = invoice.lines.map((line) => ({
    ...line,
    text: sayLine(line, invoice.provider, language),
  }));
  return { ...invoice, lines };
}

/** The one somebody uses the product in. */
export async function languageOf(db: Db, userId: string): Promise<Language> {
  const found = await findRow<{ language: string | null }>(
    db,
    sql`select mail_language as language from users where id = ${userId}`,
  );
  return found?.language?.startsWith('de') ? 'de' : 'en';
}
