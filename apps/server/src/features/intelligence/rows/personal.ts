import { identifier } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import { about, type Candidate } from '../checks/candidate.ts';
import type { Looked } from './looked.ts';
import { isBirth } from './meaning.ts';

type Kind = { kind: string; name: RegExp; fits?: (value: string) => boolean };

/** By name and by value; names of people, and what is secret, by name alone. */
const kinds: Kind[] = [
  { kind: 'password', name: /(^|_)(password|passwd|pwd|passwort|secret|token)(_|$)/i },
  {
    kind: 'e-mail',
    name: /mail/i,
    fits: (value) => /^[^\s@]{1,64}@[^\s@]{1,250}\.[^\s@.]{2,24}$/.test(value),
  },
  { kind: 'IBAN', name: /iban|account|konto|bank/i, fits: isIban },
  { kind: 'card', name: /card|pan|karte/i, fits: isCard },
  {
    kind: 'phone',
    name: /phone|mobile|tel|fax|handy/i,
    fits: (value) => /^[+(0-9][0-9 ()/.-]{5,24}$/.test(value),
  },
  {
    kind: 'IP',
    name: /(^|_)ip(_|$)|address$/i,
    fits: (value) => /^\d{1,3}(\.\d{1,3}){3}(\/32)?$/.test(value),
  },
  { kind: 'name', name: /^(first|last|full|middle|given|family|sur|vor|nach)_?name$/i },
  { kind: 'address', name: /(^|_)(street|strasse|postal_code|postcode|zip|plz)$/i },
];

const ENOUGH = 0.6;

/** What a column holds about people, if it does. */
export function personalKind(column: SeenColumn, values: readonly string[]): string | undefined {
  if (isBirth(column.name) && column.category === 'D') return 'birth date';
  if (column.base === 'inet' && /(^|_)ip(_|$)/i.test(column.name)) return 'IP';
  if (column.category !== 'S') return undefined;
  return kinds.find(({ name, fits }) => {
    if (!name.test(column.name)) return false;
    if (!fits) return true;
    const fitting = values.filter((value) => fits(value)).length;
    return values.length >= 5 && fitting / values.length >= ENOUGH;
  })?.kind;
}

export function judgePersonal({ source, personal }: Looked): Candidate[] {
  const { table, columns } = source;
  const found = columns.filter(({ number }) => personal.has(number));
  if (found.length === 0) return [];
  const isOpen = table.publicGrants.includes('SELECT') && table.isReachable;
  const list = found.map(({ name }) => identifier(name).text).join(', ');
  return [
    about(
      table,
      found.map(({ number }) => number),
      {
        check: 'personal',
        severity: isOpen ? 'high' : 'info',
        // One a table, whatever columns come and go.
        rule: 'table',
        facts: { kinds: [...new Set(found.map(({ number }) => personal.get(number)))].join(', ') },
        size: found.length,
        sql: `select ${list} from ${identifier(table.schema, table.name).text} limit 50`,
      },
    ),
  ];
}

/** Digits alone say nothing; their checksum does. */
function isIban(value: string): boolean {
  const text = value.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const sign of moved) {
    const digits = /\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55);
    for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

function isCard(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const twice = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}
