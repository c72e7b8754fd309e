/**
 * Functions that reach beyond the data or outlive a read-only transaction: files, other servers,
 * sessions, locks, settings, replication, statistics, pages of tables and indexes, and those that
 * run SQL given as text, which would hide the rest from the parser. These are the names known in
 * advance; what else a server has, its catalog is asked (server-dangers.ts).
 *
 * Written so that JavaScript and Postgres read the same: the database looks for them as well.
 */
const ofPostgres = [
  'pg_(read_|ls_|stat_file|stat_reset|file_|logdir|current_logfile|hba_file|ident_file|show_all_file|advisory|try_advisory|terminate|cancel|notify|reload|rotate|promote|switch|create|drop|copy|logical|replication|export_snapshot|backup|start_backup|stop_backup|walfile|wal_replay|sync_|log_|set_|restore|clear|import|extension_config|execute|signal|prewarm|buffercache_evict|nextoid|stat_force|stat_clear|stat_statements_reset|truncate|tablespace_location|settings_get|get_shmem|get_backend_memory|current_wal|last_wal|stop_making)[a-z0-9_]*',
  'lo_(open|close|get|put|creat|create|from_bytea|import|export|unlink|truncate|truncate64|lseek|lseek64|tell|tell64|manage|oid)',
  'loread|lowrite',
  '(query|cursor|table|schema|database)_to_xml[a-z_]*',
  'set_config|setval|nextval|setseed|ts_stat|ts_rewrite',
  'binary_upgrade[a-z0-9_]*|currtid[a-z0-9_]*',
  'brin_(de)?summarize_[a-z_]*|gin_clean_pending_list',
];

/** Of extensions that come with Postgres or often with it. */
const ofExtensions = [
  'dblink[a-z0-9_]*|postgres_fdw[a-z0-9_]*|crosstab[a-z0-9]*|connectby|xpath_table',
  'heap_force_[a-z_]*|autoprewarm_[a-z_]*|set_limit|isn_weak',
  // They take SQL, an expression of it or commands of their own as text.
  '_?pgr_[a-z0-9_]*|_?st_mapalgebra[a-z]*|pgroonga_command[a-z_]*',
  '(start|stop|restart)_background_workers',
];

/** Words that extensions and people use for calls, and people for columns as well. */
const likelyCalls = [
  'lo_[a-z0-9_]*|[a-z0-9_]*_to_xml[a-z_]*|database_to[a-z_]*|adminpack[a-z0-9_]*',
  'http(_[a-z0-9_]*)?|net_[a-z0-9_]*|cron[a-z0-9_]*|copy_[a-z0-9_]*|plpgsql_[a-z0-9_]*',
  'exec(ute)?(_[a-z0-9_]*)?|pg_(set|file)[a-z0-9_]*',
];

const knownNames = [...ofPostgres, ...ofExtensions].join('|');

/** As a pattern of Postgres too. */
export const deniedNames = `^(${knownNames})$`;
/** Found anywhere in the text of a function. */
export const deniedWords = String.raw`\m(${knownNames})\M`;
export const deniedCalls = `^(${[knownNames, ...likelyCalls].join('|')})$`;

const names = new RegExp(deniedNames);
const calls = new RegExp(deniedCalls);

/** Named like the above, and harmless. */
export const exceptions: ReadonlySet<string> = new Set([
  'pg_read_all_data',
  'pg_logical_slot_peek_changes',
  'pg_current_wal_lsn',
]);

/** As a function that is called. */
export function isDeniedCall(name: string): boolean {
  return calls.test(name) && !exceptions.has(name);
}

/** Wherever else it stands: what looks like a column may be a call too. */
export function isDeniedName(name: string): boolean {
  return names.test(name) && !exceptions.has(name);
}
