import { identifier } from '#platform/db/sql.ts';
import type { Picture, SeenTable } from '../catalog/picture.ts';
import { about, type Candidate, passSeconds } from './candidate.ts';

/** Vacuum begins at two hundred million: so old means that it does not get through. */
const OLD = 1_200_000_000;
const GRAVE = 1_600_000_000;
/** There the database takes no more writes. */
const END = 2_000_000_000;

/** Tables whose rows grow too old; where none of them is, what holds the database back is elsewhere. */
export function checkAges({ tables, oldest }: Picture): Candidate[] {
  const old = tables.filter(({ age }) => age > OLD);
  if (old.length > 0) return old.map(ofTable);
  if (oldest.age <= OLD) return [];
  return [
    {
      check: 'transaction-age',
      severity: severityOf(oldest.age),
      schema: null,
      table: null,
      columns: [],
      objects: ['database'],
      facts: { ...factsOf(oldest.age), table: oldest.database },
      size: oldest.age,
      sql: `select relname, age(relfrozenxid) from pg_class where relkind in ('r', 'm', 't') order by 2 desc limit 20`,
    },
  ];
}

function ofTable(table: SeenTable): Candidate {
  return about(table, [], {
    check: 'transaction-age',
    severity: severityOf(table.age),
    facts: factsOf(table.age),
    size: table.age,
    sql: `select age(relfrozenxid) from pg_class where oid = ${table.oid}`,
    fix: {
      statement: `vacuum (freeze) ${identifier(table.schema, table.name).text}`,
      undo: null,
      lock: 'nobody',
      seconds: passSeconds(table) * 3,
      kind: 'long',
    },
  });
}

function severityOf(age: number): 'critical' | 'high' {
  return age >= GRAVE ? 'critical' : 'high';
}

function factsOf(age: number) {
  const millions = (count: number) => Math.max(0, Math.round(count / 1_000_000));
  return { share: age / END, age: millions(age), left: millions(END - age) };
}
