import { createRandom } from '../random.ts';
import { listProducts, type Product } from '../shop/catalog.ts';
import { countries } from '../words/people.ts';
import { writePdf, type Colour, type Mark } from './formats/pdf.ts';
import type { SampleObject } from './objects.ts';

const DAY = 86_400_000;
const teal: Colour = [0.06, 0.46, 0.43];
const grey: Colour = [0.45, 0.5, 0.55];
const pale: Colour = [0.93, 0.96, 0.96];

/** An invoice a month, and a price list of several pages. */
export function documentObjects(anchor: Date): SampleObject[] {
  const invoices = Array.from({ length: 12 }, (_, index) => {
    const day = new Date(anchor.getTime() - (index * 30 + 3) * DAY);
    const number = `RE-${day.getUTCFullYear()}-${String(8800 - index * 137)}`;
    return {
      key: `documents/invoices/${day.getUTCFullYear()}/${number}.pdf`,
      make: () => writePdf([drawInvoice(number, day)], `Invoice ${number}`),
    };
  });
  return [...invoices, { key: 'documents/price-list.pdf', make: makePriceList }];
}

type Line = { product: Product; quantity: number };

function drawInvoice(number: string, day: Date): Mark[] {
  const random = createRandom(number);
  const home = countries[random.whole(0, 3)]!;
  const products = listProducts();
  const lines = Array.from({ length: random.whole(2, 7) }, () => ({
    product: random.pickEarly(products),
    quantity: random.whole(1, 4),
  }));
  const address = [
    `${random.pick(home.first)} ${random.pick(home.last)}`,
    `${random.pick(home.streets)} ${random.whole(1, 120)}`,
    `${random.whole(10_000, 99_999)} ${random.pick(home.cities)}`,
    home.name,
  ];
  return [
    ...drawLetterhead(`Invoice ${number}`),
    ...address.map((text, index) => write(text, { x: 60, y: 170 + index * 15 })),
    write('Date', { x: 400, y: 170, colour: grey }),
    write(day.toISOString().slice(0, 10), { x: 460, y: 170 }),
    write('Due', { x: 400, y: 185, colour: grey }),
    write(new Date(day.getTime() + 14 * DAY).toISOString().slice(0, 10), { x: 460, y: 185 }),
    ...drawLines(lines),
    write('Thank you for your order. Vielen Dank für Ihre Bestellung.', {
      x: 60,
      y: 780,
      colour: grey,
    }),
  ];
}

function drawLetterhead(title: string): Mark[] {
  return [
    { kind: 'box', x: 0, y: 0, width: 595, height: 10, colour: teal },
    write('Causeway Shop', { x: 60, y: 70, size: 20, bold: true, colour: teal }),
    write('Am Kai 4, 28195 Bremen', { x: 60, y: 88, colour: grey }),
    write(title, { x: 60, y: 140, size: 15, bold: true }),
  ];
}

function drawLines(lines: readonly Line[]): Mark[] {
  const top = 270;
  const sum = lines.reduce((total, { product, quantity }) => total + product.cents * quantity, 0);
  const end = top + 34 + lines.length * 24;
  const tax = Math.round(sum - sum / 1.19);
  return [
    { kind: 'box', x: 52, y: top, width: 491, height: 24, colour: teal },
    ...(
      [
        ['Article', 60],
        ['Quantity', 320],
        ['Price', 410],
        ['Total', 500],
      ] as const
    ).map(([text, x]) => write(text, { x, y: top + 16, bold: true, colour: [1, 1, 1] })),
    ...lines.flatMap(({ product, quantity }, index): Mark[] => {
      const y = top + 24 + index * 24;
      return [
        ...(index % 2 ? [stripe(y)] : []),
        write(`${product.name}, ${product.colour.name}`, { x: 60, y: y + 16 }),
        writeNumber(String(quantity), { x: 360, y: y + 16 }),
        writeNumber(euros(product.cents), { x: 455, y: y + 16 }),
        writeNumber(euros(product.cents * quantity), { x: 535, y: y + 16 }),
      ];
    }),
    write('Tax 19 % included', { x: 380, y: end + 18, colour: grey }),
    writeNumber(euros(tax), { x: 535, y: end + 18 }),
    write('To pay', { x: 380, y: end + 40, size: 12, bold: true }),
    writeNumber(euros(sum), { x: 535, y: end + 40, size: 12, bold: true }),
  ];
}

function makePriceList(): Buffer {
  const products = listProducts();
  const perPage = 26;
  const pages = Array.from({ length: Math.ceil(products.length / perPage) }, (_, page) => [
    ...drawLetterhead('Price list'),
    ...products.slice(page * perPage, (page + 1) * perPage).flatMap((product, index): Mark[] => {
      const y = 160 + index * 23;
      return [
        ...(index % 2 ? [stripe(y)] : []),
        write(product.sku, { x: 60, y: y + 15, colour: grey }),
        write(product.name, { x: 160, y: y + 15 }),
        write(product.kind, { x: 340, y: y + 15, colour: grey }),
        writeNumber(euros(product.cents), { x: 535, y: y + 15 }),
      ];
    }),
    write(`Page ${page + 1}`, { x: 280, y: 810, colour: grey }),
  ]);
  return writePdf(pages, 'Price list');
}

const stripe = (y: number): Mark => ({
  kind: 'box',
  x: 52,
  y,
  width: 491,
  height: 23,
  colour: pale,
});

const euros = (cents: number) => `${(cents / 100).toFixed(2)} €`;

type Place = { x: number; y: number; size?: number; bold?: boolean; colour?: Colour };

const write = (text: string, place: Place): Mark => ({ kind: 'text', text, size: 10, ...place });

const writeNumber = (text: string, place: Place): Mark =>
  ({ ...write(text, place), endsAt: true }) as Mark;
