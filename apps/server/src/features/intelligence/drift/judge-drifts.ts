import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { References } from '#platform/connectors/sql/references.ts';
import type { Dependent } from '#platform/queries/dependent.ts';
import type { Services } from '#platform/services.ts';
import type { Candidate } from '../checks/candidate.ts';
import { type Drift, sayChanges } from './compare.ts';
import { type Proof, explainStatement } from './prove.ts';

/** The planner is asked so often a scan; what is left is judged by its names. */
const MOST_PROOFS = 300;
const MOST_USES = 100;

type Judging = { services: Services; opened: OpenedSql; signal: AbortSignal };
type Broken = { problem: string | null };

/** What a drift breaks: a finding of what everybody sees, and what is for its author alone. */
export type JudgedDrift = {
  drift: Drift;
  candidate: Candidate | undefined;
  own: { userId: string; id: string; name: string; url: string }[];
};

/** What of the project no longer works, a finding a table. */
export async function judgeDrifts(
  judging: Judging,
  drifts: readonly Drift[],
  dependents: readonly Dependent[],
): Promise<JudgedDrift[]> {
  if (drifts.length === 0) return [];
  const read = remember((sql) => judging.services.sqlParser.references(sql));
  const prove = remember((sql, asked) =>
    asked < MOST_PROOFS
      ? explainStatement(judging.services, judging.opened, { sql, signal: judging.signal })
      : Promise.resolve<Proof>({ kind: 'unknown' }),
  );
  const judged: JudgedDrift[] = [];
  for (const drift of drifts) {
    const uses: Finding['uses'] = [];
    const own: JudgedDrift['own'] = [];
    for (const dependent of dependents) {
      const broken = await judgeDependent(drift, dependent, { read, prove });
      if (!broken) continue;
      const { kind, id, name, url, onlyFor } = dependent;
      if (onlyFor !== undefined) own.push({ userId: onlyFor, id, name, url });
      else uses.push({ kind, id, name, url, problem: broken.problem });
    }
    const candidate = uses.length === 0 ? undefined : toCandidate(drift, uses);
    judged.push({ drift, candidate, own });
  }
  return judged;
}

type Asking = {
  read: (sql: string) => Promise<References | undefined>;
  prove: (sql: string) => Promise<Proof>;
};

async function judgeDependent(
  drift: Drift,
  { statements, tables }: Dependent,
  { read, prove }: Asking,
): Promise<Broken | undefined> {
  const isNamed = tables.some(({ schema, table, columns }) => {
    return touches(drift, { tables: [{ schema, name: table }], names: columns }).isBreaking;
  });
  if (isNamed) return { problem: null };
  for (const statement of statements) {
    const named = await read(statement);
    if (!named) continue;
    const { isTouched, isBreaking } = touches(drift, named);
    if (!isTouched) continue;
    const proof = await prove(statement);
    if (proof.kind === 'broken' && isAbout(drift, proof.message)) return { problem: proof.message };
    if (proof.kind === 'unknown' && isBreaking) return { problem: null };
  }
  return undefined;
}

/** Touched: it names what changed. Breaking: names alone tell that it fails, whatever types do. */
export function touches(
  { schema, name, now, changes }: Drift,
  { tables, names }: References,
): { isTouched: boolean; isBreaking: boolean } {
  const has = (table: { schema: string; name: string }) =>
    tables.some((one) => {
      return one.name === table.name && (one.schema === null || one.schema === table.schema);
    });
  const byOld = has({ schema, name });
  const isOfTable = byOld || (now !== null && has(now));
  const touching = changes.filter((change) => {
    if (change.kind === 'table-gone' || change.kind === 'table-renamed') return byOld;
    return isOfTable && names.includes(change.column);
  });
  return {
    isTouched: touching.length > 0,
    isBreaking: touching.some(({ kind }) => kind !== 'column-retyped'),
  };
}

/** The database names what it misses; where types don't fit, it names operators. */
function isAbout({ schema, name, changes }: Drift, message: string): boolean {
  if (!message.endsWith('does not exist') || /^(operator|function)/.test(message)) return true;
  const names = [schema, name, ...changes.flatMap((one) => ('column' in one ? one.column : []))];
  return names.some((one) => message.includes(one));
}

function toCandidate(drift: Drift, uses: Finding['uses']): Candidate {
  const { schema, name, oid, now, changes } = drift;
  return {
    check: 'drift',
    severity: 'critical',
    schema: now?.schema ?? schema,
    table: now?.name ?? name,
    columns: [],
    objects: [oid],
    rule: `${schema}.${name}`,
    facts: { what: sayChanges(name, changes), count: uses.length, ...(!now && { gone: 1 }) },
    size: uses.length,
    uses: uses.slice(0, MOST_USES),
  };
}

/** Asked once for each text, whoever has it. */
function remember<Answer>(ask: (sql: string, asked: number) => Promise<Answer>) {
  const known = new Map<string, Promise<Answer>>();
  return (sql: string): Promise<Answer> => {
    const answer = known.get(sql) ?? ask(sql, known.size);
    known.set(sql, answer);
    return answer;
  };
}
