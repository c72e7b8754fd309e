import type { Check } from '@causeway/contract/intelligence/checks.ts';
import type { KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';
import { identifier } from '#platform/db/sql.ts';
import type { Picture, SeenTable } from '../catalog/picture.ts';
import { about, buildSeconds, type Candidate, seenInPart } from '../checks/candidate.ts';
import { findClock, judgeMeasures } from '../measures/days.ts';
import { readRhythm, type Rhythm } from '../measures/rhythm.ts';
import type { ScanSession } from '../scanning/session.ts';
import { askAcross } from './across.ts';
import { type Asking, beginAsking } from './asking.ts';
import { listMoreSteps } from './ask-more.ts';
import { isGrouped, readPlainFigures, readTextFigures, readValues } from './figures.ts';
import { judgeTexts } from './judge-texts.ts';
import { judgeValues } from './judge-values.ts';
import { eachColumn, type Looked } from './looked.ts';
import { readPass } from './pass.ts';
import { judgePersonal, personalKind } from './personal.ts';
import { isLedBy, isText, openSource, type Source } from './source.ts';
import type { UsualGaps } from './usual-gaps.ts';

/** Why a table was looked at in part: it took too long, has too many rows or too many columns. */
export type Partly = 'time' | 'size' | 'columns';

export type TableLook = {
  profile: Omit<KeptProfile, 'takenAt'>;
  candidates: Candidate[];
  rhythm: Rhythm | undefined;
  /** The checks that were really asked, each with the share of the rows it was asked of. */
  asked: ReadonlyMap<Check, number>;
  /** Of the tables it refers to, those whose states nobody looked for in it. */
  unaskedParents: SeenTable[] | 'all';
  partly: Partly | null;
};

type Given = {
  picture: Picture;
  table: SeenTable;
  usual: UsualGaps;
  timeZone: string;
  now?: number;
};

export async function lookAtTable(session: ScanSession, given: Given): Promise<TableLook> {
  const { picture, table, usual, timeZone, now = Date.now() } = given;
  const asking = beginAsking(session);
  const { attempt, note } = asking;
  const source = await openSource(session, table);
  const looked: Looked = {
    source,
    pass: await readPass(session, source),
    texts: new Map(),
    plains: new Map(),
    personal: new Map(),
  };
  const isFigured = await readFigures(session, looked, asking);
  const profile = profileOf(looked);
  const candidates = judgeLooked(looked, { usual, isFigured, profile, note });
  const inTime = await readTimes(session, looked, { timeZone, now, asking });
  for (const { checks, ask } of listMoreSteps(session, picture, { looked, isFigured })) {
    const found = await attempt(ask);
    if (found) note(checks, 1);
    candidates.push(...(found ?? []));
  }
  const across = source.isPassWhole
    ? await askAcross(session, picture, { looked, attempt })
    : undefined;
  if (across?.sumsAsked) note(['sums-apart'], 1);
  candidates.push(...(across?.found ?? []));
  return {
    profile,
    candidates: [...candidates, ...inTime.days],
    rhythm: inTime.rhythm,
    asked: asking.asked,
    unaskedParents: across?.unaskedParents ?? 'all',
    partly: partlyOf(source, asking),
  };
}

function partlyOf({ table, columns, isPassWhole }: Source, { wasCut }: Asking): Partly | null {
  if (!isPassWhole) return 'size';
  if (wasCut()) return 'time';
  return columns.length < table.columns.length ? 'columns' : null;
}

/** Whether those of all columns were read: what is judged by them is judged of the table. */
async function readFigures(
  session: ScanSession,
  { source, texts, plains, personal }: Looked,
  { attempt }: Asking,
): Promise<boolean> {
  const values = await readValues(session, source, source.columns);
  let isWhole = true;
  for (const column of source.columns) {
    const kind = personalKind(column, values.get(column.number) ?? []);
    if (kind !== undefined) personal.set(column.number, kind);
    if (isText(column)) {
      const figures = await attempt(() => readTextFigures(session, source, column));
      if (figures) texts.set(column.number, figures);
      isWhole &&= figures !== undefined;
    } else if (isGrouped(column)) {
      const figures = await attempt(() => readPlainFigures(session, source, column));
      if (figures) plains.set(column.number, figures);
      isWhole &&= figures !== undefined;
    }
  }
  return isWhole;
}

type Judging = {
  usual: UsualGaps;
  isFigured: boolean;
  profile: TableLook['profile'];
  note: Asking['note'];
};

function judgeLooked(looked: Looked, { usual, isFigured, profile, note }: Judging): Candidate[] {
  const { source } = looked;
  const share = Math.min(1, profile.sampled / Math.max(source.rows, 1));
  const [ofPass, ofSample] = [source.isPassWhole ? 1 : share, source.isWhole ? 1 : share];
  note(['gaps', 'sign', 'time-travel', 'time-order'], ofPass);
  note(['personal'], 1);
  if (isFigured) {
    note(['constant'], ofPass);
    note(['skew', 'mixed-forms', 'spelling', 'letters'], ofSample);
  }
  return [
    ...judgeValues(looked, usual).map((one) => {
      // Frequent values are those of the sample, even where all rows were counted.
      return seenInPart(one, one.check === 'skew' ? ofSample : ofPass);
    }),
    ...judgeTexts(looked).map((one) => seenInPart(one, ofSample)),
    ...judgePersonal(looked),
    ...proposeKey(looked),
  ];
}

type Timed = { timeZone: string; now: number; asking: Asking };

/** By the time at which its rows came about; without one there is nothing to be late or unusual. */
async function readTimes(
  session: ScanSession,
  looked: Looked,
  { timeZone, now, asking: { attempt, note } }: Timed,
): Promise<{ rhythm: Rhythm | undefined; days: Candidate[] }> {
  const { source } = looked;
  const clock = findClock(looked);
  if (!clock) note(['late', 'unusual-day'], 1);
  // Of a large table the newest rows are known where an index leads to them.
  if (!clock || !(source.isPassWhole || isLedBy(source.table, clock))) {
    return { rhythm: undefined, days: [] };
  }
  const read = await attempt(async () => ({
    rhythm: await readRhythm(session, looked, { clock, timeZone, now }),
  }));
  // A table that has a rhythm is judged together with the others, when all were looked at.
  if (read && !read.rhythm) note(['late'], 1);
  const days = await attempt(() => judgeMeasures(session, looked, { clock, timeZone }));
  if (days) note(['unusual-day'], 1);
  return { rhythm: read?.rhythm, days: days ?? [] };
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
