import { createRandom } from '../random.ts';
import { listProducts } from './catalog.ts';
import { timestamp, type Cell, type TableRows } from './rows.ts';

const DAY = 86_400_000;

const warehouses = [
  ['BRE', 'Bremen quay', 'Bremen', '(8.8017,53.0793)', '[6,22)'],
  ['LEJ', 'Leipzig airport', 'Leipzig', '(12.2416,51.4239)', '[0,24)'],
  ['WRO', 'Wrocław south', 'Wrocław', '(17.0385,51.1079)', '[7,19)'],
] as const;

export function warehouseRows(anchor: Date): TableRows[] {
  return [
    {
      table: 'warehouses',
      columns: ['code', 'name', 'city', 'location', 'opening_hours'],
      count: warehouses.length,
      rows: warehouses,
    },
    {
      table: 'product_stock',
      columns: ['product_id', 'warehouse', 'quantity', 'reserved', 'reorder_level', 'counted_at'],
      count: 600 * warehouses.length,
      rows: makeStock(anchor.getTime()),
    },
    {
      table: 'legacy_prices',
      columns: ['sku', 'price', 'imported_on'],
      count: 660,
      rows: makeLegacyPrices(),
    },
  ];
}

function* makeStock(now: number) {
  const random = createRandom('stock');
  for (const product of listProducts()) {
    for (const [code] of warehouses) {
      const quantity = random.chance(0.08) ? 0 : random.whole(1, 240);
      yield [
        product.id,
        code,
        quantity,
        Math.floor(quantity * random.next() * 0.3),
        random.pick([5, 10, 20, 50]),
        random.chance(0.05) ? null : timestamp(now - random.whole(1, 90) * DAY),
      ];
    }
  }
}

/** Prices as people once typed them, some rows twice: this table has no key that would forbid it. */
function* makeLegacyPrices(): Generator<Cell[]> {
  const random = createRandom('legacy prices');
  for (const product of listProducts()) {
    const euros = (product.cents / 100) * random.between(0.7, 1);
    const price = random.pick([
      `${euros.toFixed(2).replace('.', ',')} €`,
      `EUR ${euros.toFixed(2)}`,
      euros.toFixed(1),
      'on request',
    ]);
    const row = [random.chance(0.02) ? null : product.sku, price, '2019-04-01'];
    yield row;
    if (product.id % 10 === 0) yield row;
  }
}
