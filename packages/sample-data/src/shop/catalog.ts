import { createRandom } from '../random.ts';
import { colours, departments, materials, ranges, tags } from '../words/goods.ts';
import { arrayOf, date, money, timestamp, type TableRows } from './rows.ts';

const DAY = 86_400_000;
const PRODUCTS = 600;

/** How many products have a picture in the media bucket: the first, which sell most. */
const PICTURED = 48;

export type Product = {
  id: number;
  sku: string;
  name: string;
  kind: string;
  categoryId: number;
  cents: number;
  colour: (typeof colours)[number];
  pictureKey: string | null;
};

type Category = {
  id: number;
  parentId: number | null;
  name: string;
  nameDe: string;
  position: number;
};

/** The same products whatever the scale: the media bucket draws pictures of them. */
export function listProducts(): Product[] {
  const random = createRandom('products');
  const kinds = departments.flatMap((department) => department.kinds);
  const categories = listCategories();
  return Array.from({ length: PRODUCTS }, (_, index) => {
    const id = index + 1;
    const kind = kinds[index % kinds.length]!;
    const range = ranges[Math.floor(index / kinds.length) % ranges.length]!;
    const thing = kind.things[Math.floor(index / 7) % kind.things.length]!;
    const colour = random.pick(colours);
    const edition = Math.floor(index / (kinds.length * ranges.length));
    const sku = `CW-${kind.name.slice(0, 2).toUpperCase()}-${String(1000 + id)}`;
    return {
      id,
      sku,
      name: [range, thing, ['', 'II', 'Pro'][edition]].filter(Boolean).join(' '),
      kind: kind.name,
      categoryId: categories.find((category) => category.name === kind.name)!.id,
      cents: Math.round(kind.price * random.between(0.55, 1.7)) * 100 - random.pick([5, 10, 1, 50]),
      colour,
      pictureKey: id <= PICTURED ? `products/${sku.toLowerCase()}.webp` : null,
    };
  });
}

export function catalogRows(anchor: Date): TableRows[] {
  const categories = listCategories();
  return [
    {
      table: 'categories',
      columns: ['id', 'parent_id', 'name', 'name_de', 'slug', 'position'],
      count: categories.length,
      rows: categories.map((category) => [
        category.id,
        category.parentId,
        category.name,
        category.nameDe,
        category.name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
        category.position,
      ]),
    },
    {
      table: 'products',
      columns: [
        'id',
        'sku',
        'name',
        'category_id',
        'description',
        'price',
        'cost',
        'weight_grams',
        'tags',
        'attributes',
        'picture_key',
        'released_on',
        'discontinued_at',
      ],
      count: PRODUCTS,
      rows: makeProducts(anchor.getTime()),
    },
  ];
}

function listCategories(): Category[] {
  const parents = departments.map((department, position) => ({
    id: position + 1,
    parentId: null,
    name: department.name,
    nameDe: department.nameDe,
    position,
  }));
  const children = departments.flatMap((department, index) =>
    department.kinds.map((kind, position) => ({ ...kind, parentId: index + 1, position })),
  );
  return [
    ...parents,
    ...children.map((kind, index) => ({
      id: parents.length + index + 1,
      parentId: kind.parentId,
      name: kind.name,
      nameDe: kind.nameDe,
      position: kind.position,
    })),
  ];
}

function* makeProducts(now: number) {
  const random = createRandom('product details');
  for (const product of listProducts()) {
    const material = random.pick(materials);
    const released = now - random.whole(30, 2200) * DAY;
    const gone = random.chance(0.06);
    yield [
      product.id,
      product.sku,
      product.name,
      product.categoryId,
      random.chance(0.03)
        ? null
        : `${product.name} in ${product.colour.name}, made of ${material}.`,
      money(product.cents),
      // A few products are sold below cost: worth finding.
      money(Math.round(product.cents * (random.chance(0.01) ? 1.2 : random.between(0.38, 0.72)))),
      random.chance(0.04) ? null : random.whole(4, 900) * 10,
      arrayOf(tags.filter(() => random.chance(0.18))),
      JSON.stringify({
        colour: product.colour.name,
        material,
        warrantyYears: random.pick([1, 2, 2, 3, 5]),
        dimensions: { width: random.whole(5, 90), height: random.whole(5, 120), unit: 'cm' },
      }),
      product.pictureKey,
      date(released),
      gone ? timestamp(released + (now - released) * random.between(0.5, 1)) : null,
    ];
  }
}
