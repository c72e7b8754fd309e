import type { FindingChart } from '@causeway/contract/intelligence/intelligence.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { identifier } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import { about, type Candidate, passSeconds } from '../checks/candidate.ts';
import { brokenLetters, type TextFigures } from './figures.ts';
import type { Looked } from './looked.ts';
import { carriesCase, isProse } from './meaning.ts';

/** What the sample says of texts: forms, spellings, letters. */
export function judgeTexts(looked: Looked): Candidate[] {
  return looked.source.columns.flatMap((column) => {
    const figures = looked.texts.get(column.number);
    if (!figures || figures.filled === 0) return [];
    const letters = brokenIn(looked, column, figures);
    const spelling = spelt(looked, column, figures);
    // A word that is written in two ways has two shapes too: told once.
    const forms = spelling.length > 0 ? [] : mixedForms(looked, column, figures);
    return [...letters, ...spelling, ...forms];
  });
}

function brokenIn(looked: Looked, column: SeenColumn, figures: TextFigures): Candidate[] {
  if (figures.broken < 3 || looked.personal.get(column.number) === 'password') return [];
  const { table } = looked.source;
  const name = identifier(column.name).text;
  const example = looked.personal.has(column.number) ? '…' : (figures.brokenExample ?? '');
  return [
    about(table, [column.number], {
      check: 'letters',
      severity: 'high',
      facts: { count: figures.broken, example: example.slice(0, 60) },
      size: figures.broken,
      sql: `select * from ${identifier(table.schema, table.name).text} where ${name} ~ ${literal(brokenLetters)} limit 200`,
    }),
  ];
}

const MOST_VALUES = 200;
const RARE = 0.1;

function spelt(looked: Looked, column: SeenColumn, figures: TextFigures): Candidate[] {
  const { distinct, folded, filled, twins } = figures;
  const isChoice = distinct <= MOST_VALUES && filled >= 50 && filled / distinct >= 5;
  if (!isChoice || folded === distinct || carriesCase(column.name)) return [];
  const odd = twins.flatMap(([usual, ...others]) => {
    return usual
      ? others.filter(({ count }) => count <= usual.count * RARE).map((one) => ({ ...one, usual }))
      : [];
  });
  if (odd.length === 0) return [];
  const { table } = looked.source;
  const name = identifier(column.name).text;
  const path = identifier(table.schema, table.name).text;
  const list = odd.map(({ value }) => literal(value)).join(', ');
  const cases = odd.map(
    ({ value, usual }) => `when ${literal(value)} then ${literal(usual.value)}`,
  );
  const count = odd.reduce((sum, one) => sum + one.count, 0);
  const isCut = odd.some(({ value, usual }) => value.length >= 200 || usual.value.length >= 200);
  return [
    about(table, [column.number], {
      check: 'spelling',
      severity: 'medium',
      facts: {
        groups: new Set(odd.map(({ usual }) => usual.value)).size,
        count,
        examples: odd
          .slice(0, 3)
          .map(({ value, usual }) => `“${value}” / “${usual.value}”`)
          .join(', '),
      },
      size: count,
      sql: `select ${name}, count(*) from ${path} group by 1 order by lower(btrim(${name}::text)), 2 desc limit 500`,
      chart: barsOf(
        twins.flat().map(({ value, count: times }) => ({
          label: value,
          count: times,
          isOdd: odd.some((one) => one.value === value),
        })),
      ),
      ...(!isCut && {
        fix: {
          statement: `update ${path} set ${name} = case ${name} ${cases.join(' ')} end where ${name} in (${list})`,
          undo: null,
          lock: 'writers-shortly' as const,
          seconds: passSeconds(table),
          kind: 'rows' as const,
        },
      }),
    }),
  ];
}

function mixedForms(looked: Looked, column: SeenColumn, figures: TextFigures): Candidate[] {
  const { shapes, shapeCount, filled, width, numbers } = figures;
  const [main] = shapes;
  if (!main || filled < 100 || isProse(column.name) || looked.personal.has(column.number))
    return [];
  const others = filled - main.count;
  const share = others / filled;
  const isCode = /^[A9\W_]+$|^[a9\W_]+$/.test(main.shape) && !/\s/.test(main.shape);
  const isForm = isCode && share >= 0.001 && share <= 0.15 && shapeCount <= 200 && width <= 24;
  const isNumeric = numbers / filled >= 0.6 && numbers < filled && filled - numbers >= 3;
  const isSplit = numbers === filled && isTwoNotations(shapes);
  if (others < 3 || (!isForm && !isNumeric && !isSplit)) return [];
  const { table } = looked.source;
  const name = identifier(column.name).text;
  const path = identifier(table.schema, table.name).text;
  return [
    about(table, [column.number], {
      check: 'mixed-forms',
      severity: 'high',
      facts: { count: others, form: main.example.slice(0, 40) },
      size: others,
      sql: `select ${name}, count(*) from ${path} group by 1 order by 2 limit 500`,
      chart: barsOf(
        shapes.map(({ example, count }, place) => ({ label: example, count, isOdd: place > 0 })),
      ),
    }),
  ];
}

/** Numbers with a comma among numbers with a point. */
function isTwoNotations(shapes: TextFigures['shapes']): boolean {
  const has = (mark: string) => shapes.some(({ shape }) => shape.includes(mark));
  return has(',') && has('.');
}

const MOST_BARS = 8;

export function barsOf(bars: { label: string; count: number; isOdd: boolean }[]): FindingChart {
  const shown = bars.slice(0, MOST_BARS).map((bar) => ({ ...bar, label: bar.label.slice(0, 60) }));
  return { kind: 'bars', bars: shown };
}
