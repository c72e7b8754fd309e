import { parquetWriteBuffer } from 'hyparquet-writer';
import { createRandom } from '../random.ts';
import { listDays, timeOfDay } from '../shop/calendar.ts';
import { listProducts } from '../shop/catalog.ts';
import { date, money, timestamp } from '../shop/rows.ts';
import { opinions } from '../words/opinions.ts';
import { countries } from '../words/people.ts';
import { writeCsv } from './formats/csv.ts';
import { writeXlsx } from './formats/xlsx.ts';
import type { SampleObject } from './objects.ts';

/** Files with rows in them, in every format the product can look into. */
export function tableObjects(anchor: Date): SampleObject[] {
  return [
    { key: 'exports/marketplace-orders.csv', make: () => writeCsv(makeSales(anchor, 5000)) },
    {
      key: 'exports/bestellungen-excel.csv',
      make: () =>
        writeCsv(inGerman(makeSales(anchor, 800)), {
          separator: ';',
          lineEnd: '\r\n',
          byteOrderMark: true,
        }),
    },
    {
      key: 'exports/newsletter.tsv',
      make: () => writeCsv(makeSubscribers(1500), { separator: '\t' }),
    },
    { key: 'exports/all-visits.csv', make: () => writeCsv(makeVisits(anchor, 75_000)) },
    { key: 'exports/empty.csv', make: () => writeCsv([salesColumns]) },
    { key: 'data/products.json', make: () => pretty(productList()) },
    { key: 'data/reviews.json', make: () => Buffer.from(JSON.stringify(reviewList(12_000))) },
    { key: 'data/sales.parquet', make: () => salesParquet(makeSales(anchor, 30_000)) },
    ...[0, 1, 2].map((back) => {
      const year = String(anchor.getUTCFullYear() - back);
      return {
        key: `data/sales/year=${year}/part-0.parquet`,
        make: () => salesParquet(salesOf(year, makeSales(anchor, 12_000))),
      };
    }),
    { key: 'documents/quarterly-report.xlsx', make: () => makeReport(anchor) },
    ...[1, 2, 3, 4, 5, 6, 7].map((back) => {
      const day = new Date(anchor.getTime() - back * 86_400_000).toISOString().slice(0, 10);
      return {
        key: `logs/${day.replaceAll('-', '/')}/shop.ndjson`,
        make: () => makeLog(day, 4000),
      };
    }),
  ];
}

const salesColumns = ['number', 'placed_at', 'sku', 'product', 'country', 'quantity', 'total'];

function* makeSales(anchor: Date, count: number): Generator<(string | number)[]> {
  const random = createRandom('marketplace');
  const days = listDays(anchor);
  const products = listProducts();
  yield salesColumns;
  for (let index = 0; index < count; index += 1) {
    const day = days[Math.floor((index / count) * days.length)]!;
    const product = random.pickEarly(products);
    const quantity = random.whole(1, 3);
    yield [
      `MP-${String(index + 1).padStart(6, '0')}`,
      timestamp(day.start + timeOfDay(random.next(), random.next())),
      product.sku,
      product.name,
      random.pickEarly(countries).code,
      quantity,
      money(product.cents * quantity),
    ];
  }
}

/** The way a spreadsheet set to German writes it: other names, day first, comma in numbers. */
function* inGerman(rows: Iterable<(string | number)[]>): Generator<(string | number)[]> {
  yield ['Nummer', 'Bestellt am', 'Artikelnr.', 'Artikel', 'Land', 'Menge', 'Summe (€)'];
  for (const row of Iterator.from(rows).drop(1)) {
    const [year, month, day] = String(row[1]).slice(0, 10).split('-');
    yield row.with(1, `${day}.${month}.${year}`).with(6, String(row[6]).replace('.', ','));
  }
}

function* makeSubscribers(count: number): Generator<string[]> {
  const random = createRandom('subscribers');
  yield ['email', 'name', 'city', 'confirmed'];
  for (let index = 1; index <= count; index += 1) {
    const home = random.pickEarly(countries);
    const name = `${random.pick(home.first)} ${random.pick(home.last)}`;
    const confirmed = random.chance(0.8) ? 'yes' : 'no';
    yield [`reader${index}@example.org`, name, random.pick(home.cities), confirmed];
  }
}

function* makeVisits(anchor: Date, count: number): Generator<(string | number)[]> {
  const random = createRandom('visits');
  const products = listProducts();
  yield ['id', 'at', 'session', 'page', 'milliseconds'];
  for (let index = 1; index <= count; index += 1) {
    const at = anchor.getTime() - (count - index) * 34_000 - random.whole(0, 30_000);
    const page = random.chance(0.3) ? '/' : `/p/${random.pickEarly(products).sku}`;
    yield [index, timestamp(at), random.uuid(), page, Math.round(80 / (random.next() + 0.05))];
  }
}

const pretty = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

function productList() {
  return listProducts().map(({ id, sku, name, kind, cents, colour }) => ({
    id,
    sku,
    name,
    kind,
    price: cents / 100,
    colour: { name: colour.name, de: colour.nameDe, value: colour.value },
  }));
}

function reviewList(count: number) {
  const random = createRandom('review file');
  const products = listProducts();
  return Array.from({ length: count }, (_, index) => {
    const language = random.pick(['en', 'de'] as const);
    const rating = 1 + Math.floor(5 * Math.sqrt(random.next()));
    const words = opinions[language][rating - 1]!;
    return {
      id: index + 1,
      product: random.pickEarly(products).sku,
      rating,
      language,
      title: random.pick(words.titles),
      text: `${random.pick(words.openings)} ${random.pick(words.details)}`,
      photos: Array.from({ length: random.whole(0, 2) }, (_, photo) => `photo-${photo + 1}.jpg`),
      author: { verified: random.chance(0.7), reviews: random.whole(1, 40) },
    };
  });
}

function salesOf(year: string, sales: Iterable<(string | number)[]>) {
  return Iterator.from(sales).filter(
    (row, index) => index === 0 || String(row[1]).startsWith(year),
  );
}

function salesParquet(rows: Iterable<(string | number)[]>): Buffer {
  const sales = [...rows].slice(1);
  const column = (index: number) => sales.map((row) => row[index]!);
  const file = parquetWriteBuffer({
    columnData: [
      { name: 'number', data: column(0), type: 'STRING' },
      { name: 'placed_at', data: column(1).map((at) => new Date(at)), type: 'TIMESTAMP' },
      { name: 'sku', data: column(2), type: 'STRING' },
      { name: 'product', data: column(3), type: 'STRING' },
      { name: 'country', data: column(4), type: 'STRING' },
      { name: 'quantity', data: column(5), type: 'INT32' },
      { name: 'total', data: column(6).map(Number), type: 'DOUBLE' },
    ],
    rowGroupSize: 10_000,
  });
  return Buffer.from(file);
}

function makeReport(anchor: Date): Promise<Buffer> {
  const days = listDays(anchor).slice(-91);
  const daily = days.map(({ start, weight }) => [
    new Date(start),
    Math.round(weight * 273),
    Math.round(weight * 273 * 261),
  ]);
  const products = listProducts()
    .slice(0, 100)
    .map(({ sku, name, kind, cents }) => [sku, name, kind, cents / 100]);
  return writeXlsx([
    { name: 'Days', rows: [['Day', 'Orders', 'Revenue'], ...daily] },
    { name: 'Bestsellers', rows: [['SKU', 'Name', 'Kind', 'Price'], ...products] },
    {
      name: 'Notes',
      rows: [['Note'], ['Revenue in €, tax included'], [`Made for ${date(anchor.getTime())}`]],
    },
  ]);
}

const messages = ['page served', 'page served', 'cart changed', 'order placed', 'cache missed'];

function makeLog(day: string, count: number): Buffer {
  const random = createRandom(`log ${day}`);
  const start = Date.parse(day);
  const lines = Array.from({ length: count }, (_, index) => {
    const failed = random.chance(0.012);
    return JSON.stringify({
      time: timestamp(start + (index / count) * 86_400_000),
      level: failed ? 'error' : random.pick(['info', 'info', 'info', 'debug']),
      message: failed ? 'payment provider did not answer' : random.pick(messages),
      request: random.uuid(),
      milliseconds: failed ? 30_000 : random.whole(2, 480),
      ...(failed && { error: { code: 'ETIMEDOUT', attempt: random.whole(1, 3) } }),
    });
  });
  return Buffer.from(`${lines.join('\n')}\n`);
}
