import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { chartKinds } from '@causeway/contract/dashboards/charts.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { blockOf, underTable } from './blocks.ts';
import { chartSvg } from './chart-svg.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { outlineOf, widthOf } from './fonts.ts';
import { mailHtml } from '../subscriptions/mail-html.ts';
import { plainLines } from './plain-text.ts';

let drawing: Drawing;
beforeAll(() => {
  drawing = createDrawing();
});
afterAll(() => drawing.close());

const result: QueryRows = {
  fields: [
    { name: 'month', type: 'date' },
    { name: 'status', type: 'text' },
    { name: 'revenue', type: 'numeric' },
  ],
  rows: Array.from({ length: 24 }, (_, at) => [
    `2026-${String(Math.floor(at / 2) + 1).padStart(2, '0')}-01`,
    at % 2 ? 'bezahlt' : 'größer offen',
    String(1_000 + ((at * 7_919) % 5_000)),
  ]),
  hasMore: false,
  version: 1,
  asOf: '2026-03-10T12:00:00Z',
  milliseconds: 1,
} as QueryRows;

const places = {
  ...result,
  fields: [
    { name: 'longitude', type: 'float8' },
    { name: 'latitude', type: 'float8' },
  ],
  rows: [
    [13.4, 52.5],
    [-58.4, -34.6],
  ],
} as QueryRows;

const reader = { language: 'de', timeZone: 'Europe/Berlin' } as const;
const place = { x: 0, y: 0, w: 6, h: 7 };
const base = { title: '', queryId: crypto.randomUUID(), parameters: [] };
const chart = (kind: (typeof chartKinds)[number]) => ({
  kind,
  x: kind === 'pie' || kind === 'funnel' ? 'status' : 'month',
  ys: ['revenue'],
  ...(kind !== 'pie' && kind !== 'funnel' && { series: 'status' }),
});

test.each(chartKinds)(
  'DASH-7 a chart of %s is drawn without a browser and without a font of the system',
  async (kind) => {
    const tile: Tile = {
      ...base,
      ...place,
      id: crypto.randomUUID(),
      kind: 'chart',
      chart: kind === 'map' ? { kind, x: 'longitude', ys: ['latitude'] } : chart(kind),
    };
    const block = blockOf({ tile, rows: kind === 'map' ? places : result }, reader);
    if (block.kind !== 'chart') throw new Error(block.kind);
    const png = await drawing.png({ ...block.task, width: 560, height: 280 });
    const { width, channels } = await sharp(png).metadata();
    const { entropy } = await sharp(png).stats();
    expect({ width, channels }).toMatchObject({ width: 1_120 });
    expect(entropy).toBeGreaterThan(0.1);
  },
);

test('DASH-7 letters are outlines of a font that comes along, umlauts and other alphabets too', () => {
  expect(outlineOf('ß', 12)).not.toBe('');
  expect(outlineOf('Ж', 12)).not.toBe(outlineOf('Я', 12));
  expect(widthOf('Größe', 12)).toBeGreaterThan(widthOf('G', 12));
});

test('DASH-8 a dashboard becomes pages of a PDF with real text, one tile that failed among them', async () => {
  const tiles = [
    { kind: 'number' as const, ...base },
    { kind: 'chart' as const, ...base, chart: chart('line') },
    { kind: 'table' as const, ...base },
    { kind: 'chart' as const, ...base, chart: chart('pie') },
  ].map((tile, at) => ({
    id: crypto.randomUUID(),
    title: `Kachel ${at + 1}`,
    x: (at % 2) * 6,
    y: Math.floor(at / 2) * 8,
    w: 6,
    h: 8,
    block: blockOf({ tile: { ...tile, id: crypto.randomUUID(), ...place }, rows: result }, reader),
  }));
  const failed = {
    ...tiles[0]!,
    y: 40,
    block: blockOf(
      { tile: { ...base, kind: 'table', id: crypto.randomUUID(), ...place }, rows: undefined },
      reader,
    ),
  };
  const pdf = await drawing.pdf({
    title: 'Umsatz & Größe',
    line: 'Stand 10.03.2026',
    language: 'de',
    tiles: [...tiles, failed],
  });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeLessThan(1024 ** 2);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
});

test('DASH-8 a chart on paper is told in a sentence to whoever has it read to them, under its heading', async () => {
  const tile: Tile = { ...base, ...place, id: tileId, kind: 'chart', chart: chart('line') };
  const block = blockOf({ tile, rows: result }, reader);
  if (block.kind !== 'chart') throw new Error(block.kind);
  const pdf = await drawing.pdf({
    title: 'Umsatz',
    line: 'Stand 10.03.2026',
    language: 'de',
    tiles: [{ id: tileId, ...place, title: 'Im Lauf der Zeit', block }],
  });
  const written = pdf.toString('latin1');
  for (const kind of ['H1', 'H2', 'Figure']) expect(written).toContain(`/S /${kind}`);
  expect(written).toContain('/Marked true');
  expect(altsOf(pdf)).toEqual([block.sentence]);
});

const tileId = crypto.randomUUID();

/** As PDF keeps texts that are more than ASCII: two bytes a sign, the higher first. */
function altsOf(pdf: Buffer): string[] {
  const alts: string[] = [];
  for (let at = pdf.indexOf('/Alt ('); at >= 0; at = pdf.indexOf('/Alt (', at + 1)) {
    const bytes: number[] = [];
    for (let place = at + 6; pdf[place] !== 0x29; place += 1) {
      if (pdf[place] === 0x5c) place += 1;
      bytes.push(pdf[place] ?? 0);
    }
    const [first] = bytes;
    const text = Buffer.from(first === 0xfe ? bytes.slice(2) : bytes);
    alts.push(first === 0xfe ? text.swap16().toString('utf16le') : text.toString('latin1'));
  }
  return alts;
}

const image = await sharp({
  create: { width: 60, height: 40, channels: 3, background: '#0f766e' },
})
  .jpeg()
  .toBuffer();

const tileBase = { id: crypto.randomUUID(), ...base, ...place };
const kinds: [Tile['kind'], Tile][] = [
  ['number', { ...tileBase, kind: 'number' }],
  ['gauge', { ...tileBase, kind: 'gauge', goal: 10_000, look: 'ring' }],
  ['table', { ...tileBase, kind: 'table' }],
  ['pivot', { ...tileBase, kind: 'pivot', pivot: null }],
  ['chart', { ...tileBase, kind: 'chart', chart: chart('stacked') }],
  ['text', { ...tileBase, kind: 'text', text: '# Größe\n\nEin **Satz** mit [Link](/x).' }],
  ['link', { ...tileBase, kind: 'link', href: '/tables', text: 'Alle Tabellen' }],
  [
    'image',
    { ...tileBase, kind: 'image', connectorId: tileBase.id, path: 'a.jpg', alt: '', fit: 'cover' },
  ],
];

test.each(kinds)('DASH-8 a tile that is a %s becomes a picture of its own', async (_, tile) => {
  const png = await drawing.tile({
    title: 'Łódź & Größe',
    block: blockOf({ tile, rows: 'queryId' in tile ? result : undefined, image }, reader),
    line: 'Stand 10.03.2026 (Europe/Berlin)',
    language: 'de',
    width: 480,
    height: 260,
  });
  const { width, height } = await sharp(png).metadata();
  expect({ width, height }).toEqual({ width: 960, height: 520 });
  // Below the title and above the time there is something to see.
  const body = await sharp(png).extract({ left: 0, top: 70, width: 960, height: 390 }).stats();
  expect(body.entropy).toBeGreaterThan(0.02);
});

test('DASH-8 markdown on paper is words: headings, lists and links without their signs', () => {
  expect(
    plainLines('## Sales\n\n- **Two** `a_b`\n---\nsee [here](https://x.test/a) and [there](/b)'),
  ).toEqual([
    { text: 'Sales', isStrong: true },
    { text: '• Two a_b', isStrong: false },
    { text: 'see here and there', isStrong: false },
  ]);
});

test('DASH-8 on paper figures have one width, a link leads somewhere, and an empty text is named', () => {
  expect(widthOf('47.53', 9)).toBe(widthOf('11.11', 9));
  const link: Tile = { ...tileBase, kind: 'link', href: '/tables', text: 'Alle Tabellen' };
  expect(blockOf({ tile: link, rows: undefined }, { ...reader, origin: 'https://a.test' })).toEqual(
    {
      kind: 'text',
      lines: [
        { text: 'Alle Tabellen', isStrong: false },
        { text: '/tables', isStrong: false },
      ],
      href: 'https://a.test/tables',
    },
  );
  const field = (name: string, type: string) => ({ ...result.fields[0]!, name, type });
  const fields = [field('a', 'text'), field('b', 'text'), field('n', 'int4')];
  const rows = [
    ['', 'x', 1],
    [null, 'x', 2],
  ];
  const pivot: Tile = { ...tileBase, kind: 'pivot', pivot: null };
  const block = blockOf({ tile: pivot, rows: { ...result, fields, rows } }, reader);
  expect(block.kind === 'table' && block.rows.map(([name]) => name)).toEqual([
    '(leerer Text)',
    '(leer)',
  ]);
});

test('DASH-8 paper and mails say where several rows fall on one cell or point, as the page does', () => {
  const twice = { ...result, rows: [...result.rows, ['2026-01-01', 'bezahlt', '5']] };
  const pivot: Tile = { ...tileBase, kind: 'pivot', pivot: null };
  const lines: Tile = { ...tileBase, kind: 'chart', chart: chart('line') };
  const noteOf = (tile: Tile, rows: QueryRows) => {
    const block = blockOf({ tile, rows }, reader);
    return 'note' in block && block.note;
  };
  for (const tile of [pivot, lines]) {
    expect(noteOf(tile, twice)).toContain('Mehrere Zeilen fallen auf denselben Punkt');
    expect(noteOf(tile, result)).toBe('');
  }
});

test('DASH-7 a chart in a mail is described by the sentence its figure on the page has', () => {
  const tile: Tile = { ...tileBase, kind: 'chart', chart: chart('line') };
  const block = blockOf({ tile, rows: result }, reader);
  const sentence = block.kind === 'chart' ? block.sentence : '';
  expect(sentence).toContain(
    'revenue nach month, Januar 2026 bis Dezember 2026, 2 Reihen: größer offen, bezahlt. Höchster Wert:',
  );
  const page = { name: 'Umsatz', line: '', href: undefined, unsubscribe: 'https://a/b' };
  const say = { open: 'Öffnen', unsubscribe: 'Abbestellen' };
  const tiles = [{ title: 'Verlauf', block, cid: 'c' }];
  const html = mailHtml({ ...page, tiles, language: 'de', say });
  expect(html).toContain(`alt="Verlauf: ${sentence}"`);
});

test('DASH-7 DASH-8 a month that is not over is drawn as such in mails and on paper, by the clock of the project', () => {
  const months = { ...result, rows: result.rows.slice(0, 6) };
  const tile: Tile = { ...tileBase, kind: 'chart', chart: chart('line') };
  const dashed = (asOf: string, end?: string) => {
    const parameters = end === undefined ? [] : [{ name: 'when_to', value: end }];
    const block = blockOf({ tile, rows: { ...months, asOf }, parameters }, reader);
    if (block.kind !== 'chart') throw new Error(block.kind);
    const svg = chartSvg({ ...block.task, width: 560, height: 280 });
    return svg.match(/stroke-dasharray="3,4"/g)?.length ?? 0;
  };
  expect(dashed('2026-03-10T12:00:00Z')).toBe(2);
  // In Berlin March ends two hours before it does in London.
  expect(dashed('2026-03-31T21:59:00Z')).toBe(2);
  expect(dashed('2026-03-31T22:00:00Z')).toBe(0);
  // Narrowed to half of March it is not over however late it is.
  expect(dashed('2026-06-01T12:00:00Z', '2026-03-16')).toBe(2);
});

test('DASH-8 paper and mails say what is cut, not drawn and not filtered, as the page does', () => {
  const cut = { ...result, hasMore: true };
  const noteOf = (read: Parameters<typeof blockOf>[0]) => {
    const block = blockOf(read, reader);
    if (block.kind === 'table') return underTable(block, 10, 'de');
    return 'note' in block ? block.note : undefined;
  };
  const number: Tile = { ...tileBase, kind: 'number' };
  expect(noteOf({ tile: number, rows: cut })).toBe(
    'Die letzte der ersten 24 Zeilen; es gibt mehr.',
  );
  expect(noteOf({ tile: number, rows: result, missed: ['Land', 'Kanal'] })).toBe(
    'Nicht gefiltert nach: Land, Kanal.',
  );
  const table: Tile = { ...tileBase, kind: 'table' };
  expect(noteOf({ tile: table, rows: cut })).toBe('14+ weitere Zeilen im Produkt');
  const named = { row: 'month', column: 'status', value: 'revenue', hasTotals: true };
  const pivot: Tile = { ...tileBase, kind: 'pivot', pivot: named };
  expect(noteOf({ tile: pivot, rows: result })).toContain('verrät keine Summen');
  const many = {
    ...result,
    rows: Array.from({ length: 30 }, (_, at) => ['2026-01-01', `Reihe ${at}`, String(at - 20)]),
  };
  const lines: Tile = { ...tileBase, kind: 'chart', chart: chart('line') };
  expect(noteOf({ tile: lines, rows: many })).toContain('größten von 30 Reihen');
  const pie: Tile = { ...tileBase, kind: 'chart', chart: chart('pie') };
  expect(noteOf({ tile: pie, rows: many })).toContain('unter null');
  const map: Tile = {
    ...tileBase,
    kind: 'chart',
    chart: { kind: 'map', x: 'longitude', ys: ['latitude'] },
  };
  const nowhere = { ...places, rows: [...places.rows, [500, 0]] };
  expect(noteOf({ tile: map, rows: nowhere })).toBe('1 Zeile hat keinen Ort auf der Karte.');
});

test('DASH-8 on paper a value that breaks a rule has a sign in tables and pivots too, money among them', () => {
  const money = {
    ...result,
    fields: result.fields.map((one) => ({
      ...one,
      ...(one.name === 'revenue' && { type: 'money' }),
    })),
    rows: [
      ['2026-01-01', 'offen', '1.234,50 €'],
      ['2026-01-01', 'bezahlt', '12,00 €'],
    ],
  };
  const rules = [{ when: 'above' as const, value: 1_000, tone: 'bad' as const }];
  const formats = [{ column: 'revenue', style: 'number' as const, rules }];
  const cells = (tile: Tile) => {
    const block = blockOf({ tile, rows: money }, reader);
    return block.kind === 'table' ? block.rows.flat() : [];
  };
  const table: Tile = { ...tileBase, kind: 'table', formats };
  const pivot: Tile = { ...tileBase, kind: 'pivot', pivot: null, formats };
  for (const tile of [table, pivot]) {
    expect(cells(tile)).toContain('! 1.234,50 €');
    expect(cells(tile)).toContain('12,00 €');
  }
});
