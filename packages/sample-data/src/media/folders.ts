import { createRandom } from '../random.ts';
import { textObject, type SampleObject } from './objects.ts';

/** Everything that shows how folders, names and harmful files are treated. */
export function folderObjects(anchor: Date): SampleObject[] {
  return [
    ...textObjects(),
    ...oddlyNamedObjects(),
    ...untrustedObjects(),
    ...deepObjects(),
    ...wideObjects(anchor),
  ];
}

function textObjects(): SampleObject[] {
  return [
    textObject('README.md', readme),
    textObject('documents/terms.txt', terms),
    textObject('documents/packing-guide.md', guide, earlierGuides),
    textObject('data/config.json', config, earlierConfigs),
    textObject('empty-folder/', ''),
    textObject('empty-file.txt', ''),
    { key: 'data/noise.bin', make: makeNoise },
  ];
}

const readme = `# Media of the Causeway shop

Everything here was made by the product itself, so feel free to change, move and delete it.

| Folder | What is in it |
| --- | --- |
| \`pictures/\` | landscapes, wallpapers, people, charts, emblems and a moving GIF |
| \`products/\` | a picture of each bestseller, named by its SKU in the shop database |
| \`videos/\` | a day at the causeway, eight seconds long |
| \`documents/\` | invoices and a price list (PDF), a report (XLSX), texts |
| \`exports/\` | CSV files, among them one as German spreadsheets write it |
| \`data/\` | JSON and Parquet |
| \`logs/\` | a week of logs, one JSON document a line |
| \`sensors/\` | two thousand small files in one folder |
| \`archive/\` | ten folders deep |
| \`odd names/\` | names that break careless software |
| \`untrusted/\` | files that try to run scripts, and cannot |

The bucket keeps versions: open \`documents/packing-guide.md\`, \`data/config.json\` or
\`pictures/emblems/shop-logo.svg\` to see what they were before, and bring it back.
A few files are here twice: look for duplicates in the whole bucket to find them.
`;

const terms = `Terms and conditions

1. What you order is what you get.
2. You have thirty days to change your mind.
3. We repair what breaks, for as long as we find the parts.

Allgemeine Geschäftsbedingungen

1. Sie bekommen, was Sie bestellen.
2. Sie haben dreißig Tage, um es sich anders zu überlegen.
3. Wir reparieren, was kaputtgeht, solange wir Teile finden.
`;

const guide = `# How to pack an order

1. Scan the **order number**, for example \`CW-0213001\`.
2. Choose the smallest box that fits:
   - [x] paper instead of plastic
   - [x] nothing that rattles
   - [ ] gift wrap, when the note asks for it
3. Put the invoice on top.

> A parcel is the only moment a customer meets us in person.

\`\`\`sql
select number, note from orders where status = 'paid' order by placed_at;
\`\`\`
`;

/** How the guide grew: first the bare steps, then what may go into the box. */
const earlierGuides = [
  `# How to pack an order

1. Scan the order number.
2. Choose a box.
3. Put the invoice on top.
`,
  `# How to pack an order

1. Scan the **order number**, for example \`CW-0213001\`.
2. Choose the smallest box that fits:
   - [x] nothing that rattles
   - [ ] gift wrap, when the note asks for it
3. Put the invoice on top.

> A parcel is the only moment a customer meets us in person.
`,
];

const config = `{
  "shop": "Causeway",
  "currency": "EUR",
  "languages": ["en", "de"],
  "freeShippingFrom": 100,
  "features": { "giftWrap": true, "sameDay": false },
  "warehouses": ["BRE", "LEJ", "WRO"]
}
`;

/** Before the shop went to Poland, and before it spoke German. */
const earlierConfigs = [
  `{
  "shop": "Causeway",
  "currency": "EUR",
  "languages": ["en"],
  "freeShippingFrom": 50,
  "features": { "giftWrap": false },
  "warehouses": ["BRE"]
}
`,
  `{
  "shop": "Causeway",
  "currency": "EUR",
  "languages": ["en", "de"],
  "freeShippingFrom": 75,
  "features": { "giftWrap": true, "sameDay": true },
  "warehouses": ["BRE", "LEJ"]
}
`,
];

function makeNoise(): Buffer {
  const random = createRandom('noise');
  return Buffer.from(Uint8Array.from({ length: 65_536 }, () => random.whole(0, 255)));
}

const oddNames = [
  'a+b%20c.txt',
  'x//y',
  '中文.txt',
  'Grüße aus Köln.txt',
  'two  spaces.txt',
  ' leading space.txt',
  'question?mark#and&more.txt',
  'it\'s "quoted".txt',
  'emoji 🏖️.txt',
  'مرحبا.txt',
  'back\\slash.txt',
  'no-extension',
  '.hidden',
  'CAPITALS.TXT',
  'capitals.txt',
  `${'very-long-name-'.repeat(14)}end.txt`,
];

function oddlyNamedObjects(): SampleObject[] {
  return oddNames.map((name) => textObject(`odd names/${name}`, `This object is named: ${name}\n`));
}

function untrustedObjects(): SampleObject[] {
  return [
    textObject(
      'untrusted/pwn.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 160" width="320" height="160" onload="document.title='pwned';alert('pwned')">
  <rect width="320" height="160" rx="20" fill="#b4432f"/>
  <path d="M110 50h100v60H110Z" fill="none" stroke="#fff" stroke-width="8"/>
  <script>document.title = 'pwned'; fetch('/user').then((answer) => answer.text()).then(alert);</script>
</svg>
`,
    ),
    textObject(
      'untrusted/hello.html',
      `<!doctype html>
<meta charset="utf-8">
<title>Hello</title>
<h1>Hello from a file</h1>
<p>If a window with your account opens, something is very wrong.</p>
<img src="x" onerror="alert(document.domain)">
<script>fetch('/user').then((answer) => answer.text()).then(alert);</script>
`,
    ),
    textObject('untrusted/not-a-picture.png', 'This file only says that it is a picture.\n'),
    textObject('untrusted/broken.json', '{"this": "never ends", "list": [1, 2,\n'),
  ];
}

const shelves = [
  'attic',
  'left',
  'shelf',
  'box',
  'folder',
  'envelope',
  'page',
  'line',
  'word',
  'dot',
];

function deepObjects(): SampleObject[] {
  return shelves.map((_, depth) => {
    const path = shelves.slice(0, depth + 1).join('/');
    return textObject(`archive/${path}/note.txt`, `You are ${depth + 1} folders deep.\n`);
  });
}

function wideObjects(anchor: Date): SampleObject[] {
  const random = createRandom('sensors');
  return Array.from({ length: 2000 }, (_, index) => {
    const id = String(index + 1).padStart(4, '0');
    const reading = {
      sensor: id,
      at: anchor.toISOString(),
      celsius: Number((12 + random.bell() * 4).toFixed(1)),
    };
    return textObject(`sensors/${id}.json`, `${JSON.stringify(reading)}\n`);
  });
}
