import type { SampleSnippet } from './sample-snippet.ts';

/** For who looks after a database, and for careful changes. */
export const upkeepSnippets: SampleSnippet[] = [
  {
    title: { en: 'Largest tables, indexes included', de: 'Größte Tabellen samt Indizes' },
    text: {
      en: 'What takes the space: rows, indexes and long values apart. The number of rows is the planner’s estimate, so this is quick on any size.',
      de: 'Was den Platz braucht: Zeilen, Indizes und lange Werte getrennt. Die Zeilenzahl ist die Schätzung des Planers, deshalb geht es bei jeder Größe schnell.',
    },
    tags: ['maintenance', 'storage'],
    sql: `select n.nspname as schema, c.relname as table, c.reltuples::bigint as estimated_rows,
  pg_size_pretty(pg_table_size(c.oid)) as table_size,
  pg_size_pretty(pg_indexes_size(c.oid)) as index_size,
  pg_size_pretty(pg_total_relation_size(c.oid)) as total
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'm', 'p') and n.nspname !~ '^(pg_|information_schema)'
order by pg_total_relation_size(c.oid) desc
limit 50`,
    parameters: [],
  },
  {
    title: { en: 'Foreign keys without an index', de: 'Fremdschlüssel ohne Index' },
    text: {
      en: `Deleting a row looks for rows that refer to it. Without an index that reads the whole table, every time.

Each line brings the statement that would help. Read it, then run it at a quiet hour.`,
      de: `Wer eine Zeile löscht, lässt nach Zeilen suchen, die auf sie verweisen. Ohne Index wird dafür jedes Mal die ganze Tabelle gelesen.

Jede Zeile bringt die Anweisung mit, die hilft. Lies sie und führe sie zu einer ruhigen Stunde aus.`,
    },
    tags: ['maintenance', 'indexes', 'performance'],
    sql: `select rule.conrelid::regclass as table, rule.conname as foreign_key,
  string_agg(a.attname, ', ' order by k.place) as columns,
  format('create index concurrently on %s (%s);', rule.conrelid::regclass,
    string_agg(quote_ident(a.attname), ', ' order by k.place)) as would_help
from pg_constraint rule
cross join unnest(rule.conkey) with ordinality as k(number, place)
join pg_attribute a on a.attrelid = rule.conrelid and a.attnum = k.number
where rule.contype = 'f'
  and not exists (
    select from pg_index i
    where i.indrelid = rule.conrelid
      and (i.indkey::int2[])[0:cardinality(rule.conkey) - 1] @> rule.conkey)
group by rule.oid, rule.conrelid, rule.conname
order by 1, 2`,
    parameters: [],
  },
  {
    title: { en: 'Indexes nobody uses', de: 'Indizes, die niemand benutzt' },
    text: {
      en: 'Indexes that were never read since the statistics were reset, largest first. Unique ones are left out: they do their work without being read. Look on replicas too before you drop one.',
      de: 'Indizes, die seit dem Zurücksetzen der Statistik nie gelesen wurden, die größten zuerst. Eindeutige fehlen: Sie wirken, ohne gelesen zu werden. Sieh auch auf Replikaten nach, bevor du einen löschst.',
    },
    tags: ['maintenance', 'indexes', 'storage'],
    sql: `select s.schemaname as schema, s.relname as table, s.indexrelname as index,
  pg_size_pretty(pg_relation_size(s.indexrelid)) as size, s.idx_scan as reads
from pg_stat_user_indexes s
join pg_index i on i.indexrelid = s.indexrelid
where s.idx_scan <= :most_reads::bigint and not i.indisunique
order by pg_relation_size(s.indexrelid) desc`,
    parameters: [{ name: 'most_reads', type: 'int8', value: '0' }],
  },
  {
    title: {
      en: 'Delete duplicates, keep the oldest',
      de: 'Duplikate löschen, die älteste behalten',
    },
    text: {
      en: `Deletes all rows of a group but the one with the lowest id.

Run **Find duplicate rows** first. In the editor, *Preview* shows which rows would go before they do, and the change can be reverted afterwards.`,
      de: `Löscht alle Zeilen einer Gruppe bis auf die mit der kleinsten ID.

Führe zuerst **Doppelte Zeilen finden** aus. Im Editor zeigt die *Vorschau*, welche Zeilen verschwinden würden, und die Änderung lässt sich danach zurücknehmen.`,
    },
    tags: ['data quality', 'duplicates', 'cleanup'],
    sql: `delete from {{customers}} extra
using {{customers}} kept
where lower(trim(kept.{{customers.email: text}})) = lower(trim(extra.{{customers.email}}))
  and kept.{{customers.id}} < extra.{{customers.id}}`,
    parameters: [],
  },
  {
    title: { en: 'Keep when a row was changed', de: 'Änderungszeit einer Zeile festhalten' },
    text: {
      en: 'Adds a column with the time of the last change, and a trigger that keeps it. Rows that are there get the time of now.',
      de: 'Fügt eine Spalte mit der Zeit der letzten Änderung hinzu und einen Trigger, der sie pflegt. Vorhandene Zeilen bekommen die Zeit von jetzt.',
    },
    tags: ['schema', 'trigger'],
    sql: `alter table {{customers}} add column if not exists updated_at timestamptz not null default now();

create or replace function keep_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create or replace trigger keep_updated_at before update on {{customers}}
  for each row execute function keep_updated_at();`,
    parameters: [],
  },
];
