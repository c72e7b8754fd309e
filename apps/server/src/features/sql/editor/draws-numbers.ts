import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { NOTING_TRIGGER } from '#platform/connectors/sql/noting-trigger.ts';
import { traceless } from '#platform/connectors/sql/traceless-functions.ts';
import type { WrittenTable } from '#platform/connectors/sql/written-table.ts';
import type { Services } from '#platform/services.ts';

/**
 * Whether a write may take numbers from a sequence, which no rollback gives back. A sequence can be
 * drawn from by a default, and by whatever a trigger or a default calls; what such code does is not
 * known for sure, so all that can not be seen to be harmless counts.
 */
export async function mayDrawNumbers(
  services: Services,
  opened: OpenedSql,
  { table, written }: { table: CatalogTable; written: WrittenTable },
): Promise<boolean> {
  // What a rule makes of the statement, or a view of its table, is not looked into.
  if (table.hasRules) return true;
  if (defaultsDraw(table, written)) return true;
  const sources = await listSources(services, opened, { table, written });
  return sources.some((source) => source === null || !isHarmless(source));
}

function defaultsDraw({ columns }: CatalogTable, written: WrittenTable): boolean {
  return columns.some(
    ({ name, identity, defaultValue }) =>
      mayGetDefault(name, written) &&
      (identity !== null || (defaultValue !== null && callsUnknown(defaultValue))),
  );
}

function mayGetDefault(column: string, { kind, filled, assigned, assignsDefault }: WrittenTable) {
  if (kind === 'insert' && !filled.includes(column)) return true;
  return assignsDefault && assigned.includes(column);
}

const events = { insert: 4, delete: 8, update: 16 };

/**
 * Of the code that the write makes run; null where nobody can read it. Triggers of the table, of its
 * partitions, and of tables whose rows go or change with those they point to; defaults of domains.
 */
async function listSources(
  { databases }: Services,
  { target }: OpenedSql,
  { table, written }: { table: CatalogTable; written: WrittenTable },
): Promise<(string | null)[]> {
  const isMeeting = written.kind === 'insert' && written.assigned.length > 0;
  const fired = events[written.kind] + (isMeeting ? events.update : 0);
  const defaulted = table.columns.filter(({ name }) => mayGetDefault(name, written));
  const { rows } = await databases.read(
    target,
    `with recursive written (oid, events) as (
       select $1::pg_catalog.oid, $2::int
       union select next.oid, next.events from written cross join lateral (
         select part.inhrelid, written.events from pg_catalog.pg_inherits part
           where part.inhparent = written.oid
         union all
         select link.conrelid,
             case when written.events & 8 <> 0 and link.confdeltype = 'c' then 8 else 0 end
             | case when written.events & 8 <> 0 and link.confdeltype in ('n', 'd')
                 or written.events & 16 <> 0 and link.confupdtype in ('c', 'n', 'd')
               then 16 else 0 end
           from pg_catalog.pg_constraint link
           where link.confrelid = written.oid and link.contype = 'f'
       ) next (oid, events) where next.events <> 0)
     select case when language.lanname in ('plpgsql', 'sql') then called.prosrc end
     from pg_catalog.pg_trigger fired
     join written on written.oid = fired.tgrelid
     join pg_catalog.pg_proc called on called.oid = fired.tgfoid
     join pg_catalog.pg_language language on language.oid = called.prolang
     where not fired.tgisinternal and fired.tgenabled <> 'D' and fired.tgtype & written.events <> 0
       and not pg_catalog.starts_with(fired.tgname, $3)
     union all
     select null from written join pg_catalog.pg_class relation on relation.oid = written.oid
     where relation.relhasrules and relation.oid <> $1
     union all
     select null from written join pg_catalog.pg_constraint link on link.confrelid = written.oid
     where link.contype = 'f' and (written.events & 8 <> 0 and link.confdeltype = 'd'
       or written.events & 16 <> 0 and link.confupdtype = 'd')
     union all
     select pg_catalog.pg_get_expr(type.typdefaultbin, 0)
     from pg_catalog.pg_attribute attribute
     join pg_catalog.pg_type type on type.oid = attribute.atttypid
     where attribute.attrelid = $1 and attribute.attname = any($4::text[])
       and not attribute.atthasdef and type.typdefaultbin is not null`,
    [table.oid, fired, NOTING_TRIGGER, defaulted.map(({ name }) => name)],
  );
  return rows.map(([source]) => source ?? null);
}

/** Sets values of its row with functions that are known, and does nothing else. */
function isHarmless(source: string): boolean {
  const acts = /\b(?:insert|update|delete|merge|copy|execute|perform|call)\b/i;
  return !callsUnknown(source) && !acts.test(withoutTexts(source));
}

/** What stands before a bracket without being called: words of SQL, and types with a length. */
const words = new Set(
  `all and any array as bit bpchar by case cast char character coalesce decimal declare else elsif
  exists if in interval is not numeric on or over return returning row select set some then time
  timestamp values varchar varying when where while`.split(/\s+/),
);

/** Of extensions that many databases have. */
const known = new Set(['uuid_generate_v1', 'uuid_generate_v1mc', 'uuid_generate_v4']);

const LONGEST_READ = 20_000;
/** Quotes in notations other than the plain one, and comments that may be nested: not read here. */
const HARD_TO_READ = /[\\$]|\/\*/;

function callsUnknown(source: string): boolean {
  if (source.length > LONGEST_READ || HARD_TO_READ.test(source)) return true;
  const text = withoutTexts(source);
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    const name = wordBefore(text, at);
    if (name.word === '') continue;
    const isHarmlessCall = [traceless, words, known].some((names) => names.has(name.word));
    if (!isHarmlessCall || isOfOthers(text, name.start)) return true;
  }
  return false;
}

function isOfOthers(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return before.endsWith('.') && wordBefore(before, before.length - 1).word !== 'pg_catalog';
}

const BREAKS = /[\s()'",;:.+\-*/<>=~!@#%^&|`?[\]]/;

/** The name that ends before a place, or nothing where an operator does. A quoted one is told with its quote. */
function wordBefore(text: string, place: number): { word: string; start: number } {
  let end = place;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  let start = text[end - 1] === '"' ? end - 1 : end;
  while (start > 0 && !BREAKS.test(text[start - 1] ?? '')) start -= 1;
  return { word: text.slice(start, end).toLowerCase(), start };
}

/** Without texts and comments. */
function withoutTexts(source: string): string {
  return source.replaceAll(/'[^']*'|--[^\n]*/g, ' ');
}
