import type { KeptColumn, KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';
import type { FilesCall } from '#platform/files/call.ts';
import type { Services } from '#platform/services.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import { type Candidate, seenInPart } from '../checks/candidate.ts';
import { isIdentity, isOptional, mustBeFilled } from '../rows/meaning.ts';
import { personalKind } from '../rows/personal.ts';
import { askFile, fileName } from './ask-file.ts';

const MOST_COLUMNS = 60;
/** The signs of letters read in the wrong encoding, and of ones nobody sees, as the file engine writes them. */
const brokenLetters =
  '[\\x{FFFD}\\x{200B}\\x{200C}\\x{2060}\\x{FEFF}]|\\x{00C3}[\\x{0080}-\\x{00BF}]|\\x{00E2}\\x{20AC}';

export type FileLook = {
  profile: Omit<KeptProfile, 'takenAt'>;
  candidates: Candidate[];
  /** How much of the file was seen. */
  share: number;
};

type Column = {
  name: string;
  type: string;
  isText: boolean;
  filled: number;
  distinct: number;
  min: string | null;
  max: string | null;
  broken: number;
  example: string | null;
  personal: string | undefined;
};

/** A file as a table: gaps, duplicates of what things are known by, broken letters, personal data. */
export async function lookAtFile(
  services: Services,
  call: FilesCall,
  path: string,
): Promise<FileLook> {
  const { rows, columns, sample } = await askFile(services, call, path, async (ask, part) => {
    const wanted = part?.columns?.map(fileName).join(', ') ?? '*';
    const first = await ask(`select ${wanted}`);
    const fields = first.fields.slice(0, MOST_COLUMNS);
    const isExact = fields.length <= MOST_COUNTED;
    const figures = fields.flatMap(({ name, type }) => figuresOf(name, isTextType(type), isExact));
    const [counted = []] = (await ask(`select count(*), ${figures.join(', ')}`)).rows;
    let place = 1;
    const next = () => counted[place++] ?? null;
    const read = fields.map(({ name, type }, index): Column => {
      const isText = isTextType(type);
      const values = first.rows.map((cells) => cells[index]).filter((cell) => cell !== null);
      return {
        name,
        type,
        isText,
        filled: Number(next()),
        distinct: Number(next()),
        min: asText(next()),
        max: asText(next()),
        broken: isText ? Number(next()) : 0,
        example: isText ? asText(next()) : null,
        personal: personalKind(asSeen(name, type, index), values.map(String)),
      };
    });
    return { rows: Number(counted[0] ?? 0), columns: read, sample: part };
  });
  const told = { path, rows, columns };
  const candidates = [...gaps(told), ...duplicates(told), ...letters(told), ...personal(told)];
  const kept = columns.map((column) => toKept(column, rows));
  if (!sample) return { profile: { rows, sampled: rows, columns: kept }, candidates, share: 1 };
  return {
    profile: { rows: sample.rows, sampled: rows, columns: kept },
    candidates: candidates.map((one) => seenInPart(one, sample.share)),
    share: sample.share,
  };
}

/** Values of more columns than these are estimated, which takes no memory for each of them. */
const MOST_COUNTED = 20;

function figuresOf(name: string, isText: boolean, isExact: boolean): string[] {
  const column = fileName(name);
  const estimated = `least(approx_count_distinct(${column}), count(${column}))`;
  const counted = isExact ? `count(distinct ${column})` : estimated;
  const plain = [
    `count(${column})`,
    isText ? `count(distinct lower(trim(${column})))` : counted,
    `left(min(${column})::varchar, 80)`,
    `left(max(${column})::varchar, 80)`,
  ];
  const isBroken = `where regexp_matches(${column}, '${brokenLetters}')`;
  const ofText = [`count(*) filter (${isBroken})`, `left(min(${column}) filter (${isBroken}), 80)`];
  return isText ? [...plain, ...ofText] : plain;
}

function isTextType(type: string): boolean {
  return /^(text|varchar|character varying)/i.test(type);
}

function asText(cell: string | number | boolean | null): string | null {
  return cell === null ? null : String(cell);
}

function asSeen(name: string, type: string, index: number): SeenColumn {
  const isDay = /^(date|timestamp)/i.test(type);
  const category = isTextType(type) ? 'S' : isDay ? 'D' : 'U';
  const unknown = { isNotNull: false, isGenerated: false, comment: null };
  return { number: index + 1, name, type, base: type, category, ...unknown };
}

function toKept(column: Column, rows: number): KeptColumn {
  const isPersonal = column.personal !== undefined;
  return {
    name: column.name,
    type: column.type,
    nullShare: rows === 0 ? null : 1 - column.filled / rows,
    distinct: column.distinct,
    min: isPersonal ? null : column.min,
    max: isPersonal ? null : column.max,
    common: [],
    isPersonal,
  };
}

type Told = { path: string; rows: number; columns: Column[] };
const FEW = 20;

/** By its path and the names of its columns: a file has no other numbers. */
function ofFile(
  path: string,
  columns: string[],
  noticed: Omit<Candidate, 'schema' | 'table' | 'columns' | 'objects'>,
): Candidate {
  return { ...noticed, schema: '', table: path, columns, objects: [path, ...columns] };
}

function gaps({ path, rows, columns }: Told): Candidate[] {
  return columns.flatMap(({ name, filled }) => {
    const empty = rows - filled;
    const isMissed = mustBeFilled(name) && !isOptional(name, null) && rows >= FEW;
    if (!isMissed || empty < 3 || empty / rows > 0.02) return [];
    return ofFile(path, [name], {
      check: 'gaps',
      severity: 'medium',
      facts: { count: empty, share: empty / rows, cause: `${empty} / ${rows}` },
      size: empty,
      sql: `select * from ${fileName(path)} where ${fileName(name)} is null limit 200`,
    });
  });
}

function duplicates({ path, rows, columns }: Told): Candidate[] {
  return columns.flatMap(({ name, isText, filled, distinct }) => {
    const more = filled - distinct;
    const isNear = isText && isIdentity(name) && filled >= FEW && distinct / filled >= 0.97;
    if (!isNear || more < 3) return [];
    const value = `lower(trim(${fileName(name)}))`;
    return ofFile(path, [name], {
      check: 'duplicates',
      severity: 'high',
      facts: { groups: more, count: rows, rows: 2 * more },
      size: more,
      sql: `select ${value} as value, count(*) as rows from ${fileName(path)} group by 1 having count(*) > 1 limit 200`,
    });
  });
}

function letters({ path, columns }: Told): Candidate[] {
  return columns.flatMap(({ name, broken, example, personal: kind }) => {
    if (broken < 3) return [];
    return ofFile(path, [name], {
      check: 'letters',
      severity: 'high',
      facts: { count: broken, example: kind === undefined ? (example ?? '') : '…' },
      size: broken,
      sql: `select * from ${fileName(path)} where regexp_matches(${fileName(name)}, '${brokenLetters}') limit 200`,
    });
  });
}

function personal({ path, columns }: Told): Candidate[] {
  const found = columns.filter((column) => column.personal !== undefined);
  if (found.length === 0) return [];
  const names = found.map(({ name }) => name);
  return [
    ofFile(path, names, {
      check: 'personal',
      severity: 'info',
      rule: 'table',
      facts: { kinds: [...new Set(found.map((column) => column.personal))].join(', ') },
      size: found.length,
      sql: `select ${names.map(fileName).join(', ')} from ${fileName(path)} limit 50`,
    }),
  ];
}
