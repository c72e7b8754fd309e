import { shopFlaws } from './shop/flaws.ts';

/** What the sample workspace is called and what there is to see in it. */
export const sampleFacts = {
  shop: {
    database: 'sample_shop',
    name: 'Sample shop',
    description: {
      en: 'Three years of an outdoor shop: customers, orders, payments, reviews, tickets and a million page events. Some of it is wrong on purpose.',
      de: 'Drei Jahre eines Outdoor-Ladens: Kunden, Bestellungen, Zahlungen, Bewertungen, Anfragen und eine Million Seitenaufrufe. Manches davon ist mit Absicht falsch.',
    },
    /** Queries that find what is wrong. */
    flaws: shopFlaws,
  },
  media: {
    bucket: 'sample-media',
    name: 'Sample media',
    description: {
      en: 'Pictures, a short video, PDFs, spreadsheets, CSV, JSON, Parquet and logs, in folders deep and wide.',
      de: 'Bilder, ein kurzes Video, PDFs, Tabellen, CSV, JSON, Parquet und Protokolle, in tiefen und breiten Ordnern.',
    },
  },
} as const;
