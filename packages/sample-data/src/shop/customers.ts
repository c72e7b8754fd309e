import { createRandom, type Random } from '../random.ts';
import { countries, mailHosts, type Country } from '../words/people.ts';
import { spreadOver, type Day } from './calendar.ts';
import { arrayOf, date, timestamp, type Cell, type TableRows } from './rows.ts';

const DAY = 86_400_000;

/** Customers in the order they signed up: what orders, reviews and tickets must know of them. */
export type CustomerBase = { count: number; signedUpAt: Float64Array; language: ('en' | 'de')[] };

/** A good part signed up before the first day, so that the first orders have someone to place them. */
export function planCustomers(days: readonly Day[], count: number): CustomerBase {
  const random = createRandom('customers');
  const base = Math.floor(count * 0.15);
  const first = days[0]!.start;
  const times = Array.from({ length: base }, () => first - random.next() * 300 * DAY);
  const daily = spreadOver(days, count - base);
  for (const [index, day] of days.entries()) {
    for (let left = daily[index]!; left > 0; left -= 1) times.push(day.start + random.next() * DAY);
  }
  const home = createRandom('customer homes');
  return {
    count,
    signedUpAt: Float64Array.from(times, Math.floor).toSorted(),
    language: Array.from({ length: count }, () => pickCountry(home.next()).language),
  };
}

export function customerRows(base: CustomerBase, anchor: Date): TableRows[] {
  return [
    {
      table: 'customers',
      columns: [
        'id',
        'public_id',
        'first_name',
        'last_name',
        'email',
        'phone',
        'birth_date',
        'country',
        'language',
        'newsletter',
        'tags',
        'preferences',
        'signup_ip',
        'created_at',
        'last_seen_at',
      ],
      count: base.count,
      rows: makeCustomers(base, anchor.getTime()),
    },
    {
      table: 'addresses',
      columns: [
        'id',
        'customer_id',
        'kind',
        'street',
        'postal_code',
        'city',
        'country',
        'is_default',
      ],
      count: Math.round(base.count * 1.3),
      rows: makeAddresses(base),
    },
  ];
}

function* makeCustomers(base: CustomerBase, now: number): Generator<Cell[]> {
  const random = createRandom('customer details');
  const home = createRandom('customer homes');
  let lastPerson: Person | undefined;
  for (let index = 0; index < base.count; index += 1) {
    const country = pickCountry(home.next());
    const id = index + 1;
    // Every 250th customer signed up again, typing the same address a little differently.
    const person: Person =
      lastPerson && id % 250 === 0 ? signUpAgain(lastPerson, id) : makePerson(random, country, id);
    lastPerson = person;
    const signedUp = base.signedUpAt[index]!;
    yield [
      id,
      random.uuid(),
      person.first,
      person.last,
      person.email,
      random.chance(0.3)
        ? null
        : `${country.dial} ${random.whole(20, 999)} ${random.whole(1e5, 1e7)}`,
      birthDate(random, now, id),
      person.country,
      base.language[index]!,
      random.chance(0.4),
      arrayOf(customerTags(random)),
      preferences(random),
      random.chance(0.1) ? null : addressOnNet(random),
      timestamp(signedUp),
      random.chance(0.12)
        ? null
        : timestamp(signedUp + (now - signedUp) * Math.sqrt(random.next())),
    ];
  }
}

type Person = { first: string; last: string; email: string | null; country: string };

function makePerson(random: Random, country: Country, id: number): Person {
  const first = random.pick(country.first);
  const last = random.pick(country.last);
  const email = `${plain(first)}.${plain(last)}${id}@${random.pick(mailHosts)}`;
  return {
    first,
    last,
    email: random.chance(0.004) ? null : email,
    country: random.chance(0.02) ? misspell(random, country) : country.code,
  };
}

function signUpAgain(person: Person, id: number): Person {
  const email = person.email ?? `nobody${id}@example.com`;
  return { ...person, email: id % 500 === 0 ? email.toUpperCase() : capitalise(email) };
}

const capitalise = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The country as people type it when nothing stops them. */
function misspell(random: Random, country: Country): string {
  return random.pick([
    country.code.toLowerCase(),
    country.name,
    ` ${country.code}`,
    country.code === 'GB' ? 'UK' : country.name.slice(0, 3).toUpperCase(),
  ]);
}

function birthDate(random: Random, now: number, id: number): string | null {
  if (id % 9973 === 77) return date(now + 200 * DAY);
  if (random.chance(0.22)) return null;
  return date(now - (18 + 62 * random.next() * (0.5 + random.next() / 2)) * 365.25 * DAY);
}

function customerTags(random: Random): string[] {
  return ['vip', 'wholesale', 'newsletter-2', 'beta'].filter(() => random.chance(0.06));
}

function preferences(random: Random): string {
  if (random.chance(0.25)) return '{}';
  return JSON.stringify({
    theme: random.pick(['light', 'dark', 'system']),
    interests: ['hiking', 'cycling', 'paddling', 'cooking'].filter(() => random.chance(0.35)),
  });
}

export function addressOnNet(random: Random): string {
  if (random.chance(0.08)) return `2001:db8:${random.whole(1, 65_535).toString(16)}::1`;
  return `198.51.${random.whole(0, 255)}.${random.whole(1, 254)}`;
}

function* makeAddresses(base: CustomerBase): Generator<Cell[]> {
  const random = createRandom('addresses');
  const home = createRandom('customer homes');
  let id = 0;
  for (let customer = 1; customer <= base.count; customer += 1) {
    const country = pickCountry(home.next());
    const kinds = random.chance(0.3) ? (['billing', 'shipping'] as const) : (['billing'] as const);
    for (const kind of kinds) {
      id += 1;
      yield [
        id,
        customer,
        kind,
        `${random.pick(country.streets)} ${random.whole(1, 190)}`,
        String(random.whole(1000, 99_999)).padStart(5, '0'),
        random.pick(country.cities),
        country.code,
        kind === 'billing',
      ];
    }
  }
}

function pickCountry(share: number): Country {
  let upTo = 0;
  for (const country of countries) {
    upTo += country.share;
    if (share < upTo) return country;
  }
  return countries[0]!;
}

/** A name as it may stand in an e-mail address. */
function plain(name: string): string {
  const letters = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '');
  return letters || 'user';
}
