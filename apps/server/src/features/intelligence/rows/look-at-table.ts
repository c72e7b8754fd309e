import type { KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';
import { identifier } from '#platform/db/sql.ts';
import type { Picture, SeenTable } from '../catalog/picture.ts';
import { about, buildSeconds, type Candidate, seenInPart } from '../checks/candidate.ts';
import type { ScanSession } from '../scanning/session.ts';
import { askMore } from './ask-more.ts';
import { isGrouped, readPlainFigures, readTextFigures, readValues } from './figures.ts';
import { judgeTexts } from './judge-texts.ts';
import { judgeValues } from './judge-values.ts';
import { eachColumn, type Looked } from './looked.ts';
import { readPass } from './pass.ts';
import { askAcross } from './across.ts';
import { findClock, judgeMeasures } from '../measures/days.ts';
import { readRhythm, type Rhythm } from '../measures/rhythm.ts';
import { judgePersonal, personalKind } from './personal.ts';
import { isText, openSource } from './source.ts';

/** The database's time a table may take; what comes then is left to the next look. */
const TABLE_MS = 10_000;

export type TableLook = {
  profile: Omit<KeptProfile, 'takenAt'>;
  candidates: Candidate[];
  rhythm: Rhythm | undefined;
};

export async function lookAtTable(
  session: ScanSession,
  {
    picture,
    table,
    before,
    timeZone,
    now = Date.now(),
  }: {
    picture: Picture;
    table: SeenTable;
    before: KeptProfile | undefined;
    timeZone: string;
    now?: number;
  },
): Promise<TableLook> {
  const began = session.spentMs();
  const hasTime = () => session.spentMs() - began < TABLE_MS;
  const source = await openSource(session, table);
  const looked: Looked = {
    source,
    pass: await readPass(session, source),
    texts: new Map(),
    plains: new Map(),
    personal: new Map(),
  };
  const values = await readValues(session, source, source.columns);
  for (const column of source.columns) {
    const kind = personalKind(column, values.get(column.number) ?? []);
    if (kind !== undefined) looked.personal.set(column.number, kind);
    if (!hasTime()) continue;
    if (isText(column)) {
      looked.texts.set(column.number, await readTextFigures(session, source, column));
    } else if (isGrouped(column)) {
      looked.plains.set(column.number, await readPlainFigures(session, source, column));
    }
  }
  const shares =
    before && new Map(before.columns.map(({ name, nullShare }) => [name, nullShare ?? 0]));
  const clock = source.isPassWhole ? findClock(looked) : undefined;
  const profile = profileOf(looked);
  const inSample = (one: Candidate) => seenInPart(one, profile.sampled / Math.max(source.rows, 1));
  const judged = judgeValues(looked, shares).map((one) => {
    // Frequent values are those of the sample, even where all rows were counted.
    const isSeen = one.check === 'skew' ? source.isWhole : source.isPassWhole;
    return isSeen ? one : inSample(one);
  });
  const texts = judgeTexts(looked);
  return {
    profile,
    rhythm: clock && (await readRhythm(session, looked, { clock, timeZone, now })),
    candidates: [
      ...judged,
      ...(source.isWhole ? texts : texts.map(inSample)),
      ...judgePersonal(looked),
      ...proposeKey(looked),
      ...(hasTime() ? await askMore(session, picture, looked) : []),
      ...(hasTime() && source.isPassWhole ? await askAcross(session, picture, looked) : []),
      ...(hasTime() && clock ? await judgeMeasures(session, looked, { clock, timeZone }) : []),
    ],
  };
}

const KEPT_VALUES = 6;

/** Values are data: none are kept of columns about people. */
function profileOf(looked: Looked): TableLook['profile'] {
  const { source, pass } = looked;
  let sampled = 0;
  const columns = eachColumn(looked).map(({ column, counted }) => {
    const figures = looked.texts.get(column.number) ?? looked.plains.get(column.number);
    const isPersonal = looked.personal.has(column.number);
    sampled = Math.max(sampled, figures?.rows ?? 0);
    return {
      name: column.name,
      type: column.type,
      nullShare: pass.rows === 0 ? null : 1 - counted.filled / pass.rows,
      distinct: figures?.distinct ?? null,
      min: isPersonal ? null : counted.min,
      max: isPersonal ? null : counted.max,
      common: isPersonal
        ? []
        : (figures?.common ?? []).slice(0, KEPT_VALUES).map(({ value, count }) => ({
            value: value.slice(0, 80),
            share: figures?.rows ? count / figures.rows : 0,
          })),
      isPersonal,
    };
  });
  return { rows: source.isPassWhole ? pass.rows : source.rows, sampled, columns };
}

/** A table without a key whose rows were all read: a column that could be one is proven. */
function proposeKey(looked: Looked): Candidate[] {
  const { table, isWhole } = looked.source;
  const { rows } = looked.pass;
  if (
    !isWhole ||
    rows < 100 ||
    table.kind !== 'r' ||
    table.indexes.some(({ isUnique }) => isUnique)
  )
    return [];
  const proven = eachColumn(looked).find(({ column, counted }) => {
    const figures = looked.texts.get(column.number) ?? looked.plains.get(column.number);
    const isShort = !isText(column) || (looked.texts.get(column.number)?.width ?? 200) < 100;
    return (
      counted.filled === rows && figures?.distinct === rows && isShort && column.category !== 'D'
    );
  });
  if (!proven) return [];
  const path = identifier(table.schema, table.name).text;
  const name = identifier(proven.column.name).text;
  const rule = identifier(`${table.name}_pkey`.slice(0, 60)).text;
  return [
    about(table, [], {
      check: 'no-key',
      severity: 'medium',
      facts: { count: rows, key: proven.column.name },
      size: rows,
      sql: `select * from ${path} limit 100`,
      fix: {
        statement: `alter table ${path} add constraint ${rule} primary key (${name})`,
        undo: `alter table ${path} drop constraint ${rule}`,
        lock: 'everyone',
        seconds: buildSeconds(table),
        kind: 'quick',
      },
    }),
  ];
}
