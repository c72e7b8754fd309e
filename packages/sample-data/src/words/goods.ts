/** What the shop sells: things for a day outside, named after a range and a thing. */
export type Department = {
  name: string;
  nameDe: string;
  kinds: readonly { name: string; nameDe: string; price: number; things: readonly string[] }[];
};

export const departments: readonly Department[] = [
  {
    name: 'Outdoor',
    nameDe: 'Draußen',
    kinds: [
      {
        name: 'Tents',
        nameDe: 'Zelte',
        price: 240,
        things: ['Dome Tent', 'Trail Tent', 'Family Tent', 'Pyramid Tent'],
      },
      {
        name: 'Backpacks',
        nameDe: 'Rucksäcke',
        price: 95,
        things: ['Daypack', 'Trekking Pack', 'City Pack', 'Summit Pack'],
      },
      {
        name: 'Sleeping bags',
        nameDe: 'Schlafsäcke',
        price: 140,
        things: ['Down Bag', 'Summer Bag', 'Winter Bag', 'Travel Bag'],
      },
      {
        name: 'Lights',
        nameDe: 'Lampen',
        price: 32,
        things: ['Lantern', 'Camp Lantern', 'Storm Lantern', 'Table Lantern'],
      },
    ],
  },
  {
    name: 'Clothing',
    nameDe: 'Kleidung',
    kinds: [
      {
        name: 'Jackets',
        nameDe: 'Jacken',
        price: 160,
        things: ['Rain Jacket', 'Down Jacket', 'Windbreaker', 'Parka'],
      },
      {
        name: 'Shoes',
        nameDe: 'Schuhe',
        price: 120,
        things: ['Hiking Boots', 'Trail Boots', 'Winter Boots', 'Leather Boots'],
      },
      {
        name: 'Hats',
        nameDe: 'Mützen',
        price: 24,
        things: ['Wool Hat', 'Beanie', 'Bobble Hat', 'Winter Hat'],
      },
    ],
  },
  {
    name: 'Kitchen',
    nameDe: 'Küche',
    kinds: [
      {
        name: 'Stoves',
        nameDe: 'Kocher',
        price: 75,
        things: ['Gas Stove', 'Storm Stove', 'Travel Stove', 'Twin Stove'],
      },
      {
        name: 'Cookware',
        nameDe: 'Kochgeschirr',
        price: 38,
        things: ['Camp Pot', 'Stew Pot', 'Rice Pot', 'Soup Pot'],
      },
      {
        name: 'Bottles',
        nameDe: 'Flaschen',
        price: 22,
        things: ['Water Bottle', 'Thermos', 'Insulated Bottle', 'Steel Bottle'],
      },
    ],
  },
  {
    name: 'Bikes',
    nameDe: 'Fahrräder',
    kinds: [
      {
        name: 'Bicycles',
        nameDe: 'Räder',
        price: 980,
        things: ['Gravel Bike', 'City Bike', 'Road Bike', 'Touring Bike'],
      },
      {
        name: 'Parts',
        nameDe: 'Teile',
        price: 34,
        things: ['Chainring', 'Cassette', 'Sprocket', 'Crankset'],
      },
      {
        name: 'Bags',
        nameDe: 'Radtaschen',
        price: 64,
        things: ['Pannier', 'Courier Bag', 'Rack Bag', 'Office Bag'],
      },
    ],
  },
  {
    name: 'Water',
    nameDe: 'Wasser',
    kinds: [
      {
        name: 'Boats',
        nameDe: 'Boote',
        price: 620,
        things: ['Canoe', 'Rowing Boat', 'Folding Canoe', 'River Canoe'],
      },
      {
        name: 'Dry bags',
        nameDe: 'Packsäcke',
        price: 28,
        things: ['Dry Bag', 'Roll Bag', 'Deck Bag', 'Paddle Bag'],
      },
    ],
  },
];

export const ranges = [
  'Fjord',
  'Kestrel',
  'Moor',
  'Alder',
  'Drift',
  'Granite',
  'Harbour',
  'Juniper',
  'Lumen',
  'Nordwind',
  'Pebble',
  'Tide',
  'Wanderer',
  'Heide',
  'Skye',
  'Ember',
];

export const colours = [
  { name: 'teal', nameDe: 'petrol', value: '#0f766e' },
  { name: 'moss', nameDe: 'moosgrün', value: '#5b7f3a' },
  { name: 'sand', nameDe: 'sand', value: '#d6b98c' },
  { name: 'rust', nameDe: 'rost', value: '#b4532a' },
  { name: 'slate', nameDe: 'schiefer', value: '#475569' },
  { name: 'plum', nameDe: 'pflaume', value: '#7c3a6b' },
  { name: 'sky', nameDe: 'himmelblau', value: '#3b8bc4' },
  { name: 'sun', nameDe: 'sonnengelb', value: '#e0a526' },
] as const;

export const materials = [
  'recycled nylon',
  'ripstop',
  'merino wool',
  'titanium',
  'steel',
  'cork',
  'waxed cotton',
  'beech',
];

export const tags = [
  'new',
  'sale',
  'bestseller',
  'vegan',
  'repairable',
  'made in Europe',
  'lightweight',
  'gift',
];
