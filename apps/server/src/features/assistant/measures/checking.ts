import { isNumberType } from '@causeway/contract/artifacts.ts';
import type { MeasureDefinition, MeasureProblem } from '@causeway/contract/assistant/measures.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { z } from 'zod';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Db } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import { type ActAs, type Acting, endingWith } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { fold, wordsOf } from '../built-in/words.ts';
import { inPass } from '../golden/in-pass.ts';
import { actingFor, columnsOf, findAsker, isPassing, whoChecks } from '../golden/checking.ts';
import {
  listMeasuredConnectors,
  listMeasures,
  listWatchedMeasures,
  type OwnSql,
  putMeasureChecked,
  type WatchedMeasure,
} from './queries.ts';

const problems: Record<MeasureProblem, string> = {
  syntax: 'This is no SQL that Postgres understands.',
  one: 'One expression, and nothing else.',
  aggregate: 'It has to aggregate, as in sum(total) or count(*).',
  outside: 'A column stands outside of the aggregate.',
  subquery: 'No queries within.',
  window: 'No window functions.',
  qualified: 'Name columns without their table.',
  parameter: 'No parameters.',
  number: 'It has to give a number.',
  taken: 'Another measure of this database is called so.',
  words: 'Its name needs a word of its own.',
};

export function noMeasure(problem: MeasureProblem, field: string): Failure {
  return new Failure('E_MEASURE', problems[problem], { problem, field });
}

/** Parsed, and run for reading with the rights of who defines it. */
export async function checkMeasure(
  { sqlParser }: Pick<Services, 'sqlParser'>,
  as: Acting,
  { connectorId, schema, table, expression, filter }: MeasureDefinition,
): Promise<OwnSql> {
  const alone = await sqlParser.measure(expression, null);
  if ('problem' in alone) throw noMeasure(alone.problem, 'expression');
  const own = filter === null ? alone : await sqlParser.measure(expression, filter);
  if ('problem' in own) throw noMeasure(own.problem, 'filter');
  const query = { connector: { id: connectorId }, schema };
  const found = await as.call(tableRoutes.discover, { params: { table }, query });
  if (found.isWithheld) throw new Failure('E_TABLE_NOT_FOUND');
  const [value] = await columnsOf(as, connectorId, statementOf({ schema, table, own }));
  if (!value || !(isNumberType(value.type) || value.type === 'money')) {
    throw noMeasure('number', 'expression');
  }
  return own;
}

type Placed = { schema: string; table: string; own: OwnSql };

export function statementOf({ schema, table, own: { expression, filter } }: Placed): string {
  const place = `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;
  const where = filter === null ? '' : `\nwhere (${filter}\n)`;
  return `select (${expression}\n) as value\nfrom ${place} t${where}`;
}

/** As questions are compared with it. */
function spoken(text: string): string {
  return wordsOf(fold(text)).join(' ');
}

export function namesOf({ name, synonyms }: Pick<MeasureDefinition, 'name' | 'synonyms'>) {
  return [...new Set([name.en, name.de, ...synonyms].map(spoken).filter(Boolean))];
}

/** A word that means two numbers means none, also where one of them is broken and may hold again. */
export async function requireOwnNames(
  db: Db,
  projectId: string,
  definition: MeasureDefinition,
  before: { id: string } | undefined,
): Promise<void> {
  const names = namesOf(definition);
  if (names.length === 0) throw noMeasure('words', 'name');
  const known = await listMeasures(db, projectId, definition.connectorId);
  const others = known.filter(({ id }) => id !== before?.id);
  const taken = new Set(others.flatMap(namesOf));
  if (names.some((name) => taken.has(name))) throw noMeasure('taken', 'name');
}

/** Looks every minute whether a schema changed behind measures. */
export function watchMeasures(services: Services, actAs: ActAs): void {
  services.jobs.define({
    name: 'assistant.measures',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => checkMeasures(services, actAs),
  });
}

/** Runs those again behind which the schema changed; who defined one hears that it does not hold. */
export async function checkMeasures({ db }: Pick<Services, 'db'>, actAs: ActAs): Promise<void> {
  await inPass(await listMeasuredConnectors(db), ({ connectorId }, signal) =>
    checkDatabase(db, endingWith(signal, actAs), connectorId),
  );
}

async function checkDatabase(db: Services['db'], actAs: ActAs, connectorId: string): Promise<void> {
  const watched = await listWatchedMeasures(db, connectorId);
  const people = watched.map(({ authorId }) => authorId);
  const asker = await findAsker(actAs, people, connectorId);
  if (!asker) return;
  const { fingerprint } = asker;
  for (const one of watched.filter((measure) => measure.fingerprint !== fingerprint)) {
    const person = await whoChecks(actAs, one.authorId, asker);
    const problem = await problemOf(actingFor(actAs, person), one);
    if (problem !== undefined) await settle(db, { ...one, person }, { problem, fingerprint });
  }
}

/** Null where it runs; undefined where nobody can tell at the moment. */
async function problemOf(as: Acting, measure: WatchedMeasure): Promise<string | null | undefined> {
  try {
    await columnsOf(as, measure.connectorId, statementOf(measure));
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return isPassing(error) ? undefined : error.message.slice(0, 500);
  }
}

async function settle(
  db: Services['db'],
  measure: WatchedMeasure & { person: string },
  checked: { problem: string | null; fingerprint: string },
): Promise<void> {
  const { id, projectId, connectorId, authorId, person, name, state } = measure;
  const search = new URLSearchParams({ projectId, connectorId });
  await db.transaction(async (tx) => {
    const isKept = await putMeasureChecked(tx, measure, checked);
    if (!isKept || checked.problem === null || state !== 'ok') return;
    await tell(tx, {
      to: { people: [...new Set([authorId, person])] },
      kind: 'measure.broken',
      params: { measure: name.en || name.de, problem: checked.problem },
      projectId,
      link: `/settings/assistant?${search.toString()}`,
      about: id,
    });
  });
}
