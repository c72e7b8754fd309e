import { identifier } from '#platform/db/sql.ts';
import { about, type Candidate } from '../checks/candidate.ts';
import { eachColumn, isNearRule, type Looked } from './looked.ts';
import {
  isBirth,
  isNamedReference,
  isOptional,
  mayBeConstant,
  mayBeNegative,
  mustBeFilled,
  recordsPast,
} from './meaning.ts';
import { isNumber, isTime } from './source.ts';
import type { UsualGaps } from './usual-gaps.ts';

/** What the pass over the rows says: gaps, signs, times. */
export function judgeValues(looked: Looked, usual: UsualGaps): Candidate[] {
  return [
    ...gaps(looked, usual),
    ...constants(looked),
    ...skews(looked),
    ...signs(looked),
    ...timeTravel(looked),
    ...timeOrder(looked),
  ];
}

const FEW = 20;
const ROSE = 0.05;
/** It fell back when it is nearer to what it was than to what was told. */
const STILL = ROSE / 2;

function gaps(looked: Looked, usual: UsualGaps): Candidate[] {
  const { table } = looked.source;
  const { rows } = looked.pass;
  return eachColumn(looked).flatMap(({ column, counted }) => {
    const empty = rows - counted.filled;
    const share = rows === 0 ? 0 : empty / rows;
    const known = usual.get(column.name);
    const rose = known !== undefined && share - known.share >= (known.isTold ? STILL : ROSE);
    const isMissed =
      mustBeFilled(column.name) &&
      !isOptional(column.name, column.comment) &&
      rows >= FEW &&
      empty >= 3 &&
      share <= 0.02;
    const ruleName = `${column.name}_is_filled`.slice(0, 60);
    // Fixed: no new row comes in without it, and the older ones are known.
    const isGuarded = column.isNotNull || table.constraints.some((one) => one.name === ruleName);
    if (isGuarded || (!rose && !isMissed)) return [];
    const name = identifier(column.name).text;
    const path = identifier(table.schema, table.name).text;
    const rule = identifier(ruleName).text;
    return about(table, [column.number], {
      check: 'gaps',
      severity: 'medium',
      facts: {
        count: empty,
        share,
        cause: rose ? `${percent(known.share)} → ${percent(share)}` : `${empty} / ${rows}`,
        ...(rose && { before: known.share }),
      },
      size: empty,
      sql: `select * from ${path} where ${name} is null limit 200`,
      fix: {
        statement: `alter table ${path} add constraint ${rule} check (${name} is not null) not valid`,
        undo: `alter table ${path} drop constraint ${rule}`,
        lock: 'everyone-shortly',
        seconds: 0.1,
        kind: 'quick',
      },
    });
  });
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

const CONSTANT_ROWS = 1_000;

/** One finding a table, with all its columns that say nothing. */
function constants(looked: Looked): Candidate[] {
  const { table } = looked.source;
  const { rows } = looked.pass;
  if (rows < CONSTANT_ROWS) return [];
  const said = eachColumn(looked).filter(({ column, counted }) => {
    if (column.isGenerated || mayBeConstant(column.name) || column.category === 'B') return false;
    if (counted.filled < rows) return false;
    const figures = looked.texts.get(column.number) ?? looked.plains.get(column.number);
    const isOne = figures !== undefined && figures.distinct === 1 && figures.rows >= CONSTANT_ROWS;
    return isOne && (counted.min === counted.max || counted.min === null);
  });
  if (said.length === 0) return [];
  const numbers = said.map(({ column }) => column.number);
  const path = identifier(table.schema, table.name).text;
  const list = said.map(({ column }) => identifier(column.name).text).join(', ');
  return [
    about(table, numbers, {
      check: 'constant',
      severity: 'info',
      facts: { count: rows },
      size: rows,
      sql: `select ${list}, count(*) from ${path} group by ${said.map((_, place) => place + 1).join(', ')}`,
    }),
  ];
}

const SKEW_ROWS = 1_000;
const SKEW_VALUES = 100;
const SKEW_SHARE = 0.2;
const SKEW_TIMES = 20;

/** References that mostly name one row, though they could name any of many. */
function skews(looked: Looked): Candidate[] {
  const { table } = looked.source;
  return eachColumn(looked).flatMap(({ column }) => {
    const figures = looked.texts.get(column.number) ?? looked.plains.get(column.number);
    const [top, next] = figures?.common ?? [];
    const isReference = table.constraints.some(({ kind, columns }) => {
      return kind === 'f' && columns.length === 1 && columns[0] === column.number;
    });
    if (!figures || !top || !next || !(isReference || isNamedReference(column.name))) return [];
    if (figures.rows < SKEW_ROWS || figures.distinct < SKEW_VALUES || mayBeConstant(column.name))
      return [];
    const share = top.count / figures.rows;
    if (share < SKEW_SHARE || top.count < SKEW_TIMES * next.count) return [];
    const name = identifier(column.name).text;
    return about(table, [column.number], {
      check: 'skew',
      severity: 'info',
      facts: {
        share,
        distinct: figures.distinct,
        times: Math.round(top.count / next.count),
        value: looked.personal.has(column.number) ? '…' : top.value.slice(0, 60),
      },
      size: top.count,
      sql: `select ${name}, count(*) from ${identifier(table.schema, table.name).text} group by 1 order by 2 desc limit 20`,
    });
  });
}

function signs(looked: Looked): Candidate[] {
  const { table } = looked.source;
  return eachColumn(looked).flatMap(({ column, counted }) => {
    if (!isNumber(column) || mayBeNegative(column.name)) return [];
    if (!isNearRule(counted.negative, counted.filled)) return [];
    const name = identifier(column.name).text;
    return about(table, [column.number], {
      check: 'sign',
      severity: 'medium',
      facts: { count: counted.negative, total: counted.filled - counted.negative },
      size: counted.negative,
      sql: `select * from ${identifier(table.schema, table.name).text} where ${name} < 0 order by ${name} limit 200`,
    });
  });
}

/** One finding a table: a row from the future is so in most of its times. */
function timeTravel(looked: Looked): Candidate[] {
  const { table } = looked.source;
  const found = eachColumn(looked)
    .filter(({ column, counted: { impossible, filled } }) => {
      const isKnown = isTime(column) && recordsPast(column.name);
      return isKnown && impossible > 0 && impossible / filled <= 0.05;
    })
    .toSorted((one, other) => other.counted.impossible - one.counted.impossible);
  const [worst] = found;
  if (!worst) return [];
  const { impossible, min, max } = worst.counted;
  const path = identifier(table.schema, table.name).text;
  const conditions = found.map(({ column }) => {
    const name = identifier(column.name).text;
    const early = isBirth(column.name) ? ` or ${name} < '1900-01-01'` : '';
    return `${name} > current_date + 2${early}`;
  });
  return [
    about(
      table,
      found.map(({ column }) => column.number),
      {
        check: 'time-travel',
        severity: 'high',
        rule: 'table',
        facts: { count: impossible, min: min ?? '', max: max ?? '' },
        size: impossible,
        sql: `select * from ${path} where ${conditions.join(' or ')} limit 200`,
      },
    ),
  ];
}

function timeOrder(looked: Looked): Candidate[] {
  const { table } = looked.source;
  const found = looked.pass.pairs.filter(({ broken, both }) => isNearRule(broken, both));
  return found.map(({ first, second, broken }) => {
    const [one, other] = [identifier(first.name).text, identifier(second.name).text];
    const path = identifier(table.schema, table.name).text;
    const rule = identifier(`${second.name}_after_${first.name}`.slice(0, 60)).text;
    return about(table, [first.number, second.number], {
      check: 'time-order',
      severity: 'high',
      facts: { count: broken, first: first.name, second: second.name },
      size: broken,
      sql: `select * from ${path} where ${other} < ${one} - interval '2 minutes' limit 200`,
      fix: {
        statement: `alter table ${path} add constraint ${rule} check (${other} >= ${one}) not valid`,
        undo: `alter table ${path} drop constraint ${rule}`,
        lock: 'everyone-shortly',
        seconds: 0.1,
        kind: 'quick',
      },
    });
  });
}
