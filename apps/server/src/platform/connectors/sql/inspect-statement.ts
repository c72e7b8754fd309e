import type { Danger } from '@causeway/contract/sql-editor.ts';
import { findDangers, findTransactionStep, type TransactionStep } from './statement-effects.ts';
import { findWrittenTable, type WrittenTable } from './written-table.ts';

/**
 * What a statement would do, told from its parse tree. The tree is Postgres' own, so nothing is
 * guessed from words; what functions do inside is not in it, which is why reading also happens in
 * a read-only transaction and the database's role remains the last word.
 */
export type Inspection = {
  statements: number;
  /** The node of the tree, such as SelectStmt. */
  kind: string;
  /** Why it may not run where only reading is allowed; undefined when it may. */
  refusal: string | undefined;
  /** Rows are read or written, nothing else: such a statement may run inside a transaction. */
  isAboutRows: boolean;
  /** Leaves nothing behind in a session that resetting it would not remove. */
  leavesNoTrace: boolean;
  changesSchema: boolean;
  /** `select 1 where …` and nothing around the condition. */
  isBareCondition: boolean;
  /** Rows are written somewhere in it. */
  writesRows: boolean;
  /** The one table whose rows it writes, where it is a plain INSERT, UPDATE or DELETE. */
  written: WrittenTable | undefined;
  dangers: Danger[];
  transactionStep: TransactionStep | undefined;
};

type Tree = { stmts?: ({ stmt?: Record<string, unknown> } & Extent)[] };
type Extent = { stmt_location?: number; stmt_len?: number };
type Node = Record<string, unknown>;

const rowStatements = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
]);
const writes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
const readable = new Set(['SelectStmt', 'VariableShowStmt', 'ExplainStmt']);
/** Statements that are neither about rows nor change what tables there are. */
const passing = new Set([
  ...readable,
  ...writes,
  'VariableSetStmt',
  'TransactionStmt',
  'DiscardStmt',
  'VacuumStmt',
  'ListenStmt',
  'NotifyStmt',
  'UnlistenStmt',
  'CheckPointStmt',
  'PrepareStmt',
  'DeallocateStmt',
]);

export function inspectTree(tree: Tree): Inspection {
  const statements = tree.stmts ?? [];
  const [kind = '', root] = Object.entries(statements[0]?.stmt ?? {})[0] ?? [];
  const seen: Seen = { functions: new Set(), refusal: undefined, writes: false };
  look(root, seen, kind === 'ExplainStmt');
  return {
    statements: statements.length,
    kind,
    refusal: refusalOf(kind, root as Node | undefined) ?? seen.refusal,
    isAboutRows: rowStatements.has(kind) && !hasInto(root),
    leavesNoTrace: (rowStatements.has(kind) || readable.has(kind)) && areTraceless(seen.functions),
    writesRows: writes.has(kind) || (seen.writes && runsWhatIsInside(kind, root as Node)),
    written: seen.writes ? undefined : findWrittenTable(kind, root, endOf(statements[0])),
    dangers: findDangers(kind, root),
    transactionStep: findTransactionStep(kind, root),
    isBareCondition: kind === 'SelectStmt' && isBare(root as Node),
    changesSchema: kind !== '' && (!passing.has(kind) || hasInto(root)),
  };
}

function refusalOf(kind: string, root: Node | undefined): string | undefined {
  if (!readable.has(kind)) return `${describe(kind)} is more than reading.`;
  if (kind === 'ExplainStmt' && root && analyzes(root)) {
    return 'EXPLAIN ANALYZE runs the statement it explains.';
  }
  return undefined;
}

/** In bytes; undefined when it goes on to the end of the text. */
function endOf({ stmt_location: start = 0, stmt_len: length }: Extent = {}): number | undefined {
  return length ? start + length : undefined;
}

/** EXPLAIN only thinks about its statement, unless it is told to try it. */
function runsWhatIsInside(kind: string, root: Node): boolean {
  return kind !== 'ExplainStmt' || analyzes(root);
}

function describe(kind: string): string {
  return kind
    .replace(/Stmt$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();
}

function analyzes(explain: Node): boolean {
  const options = (explain.options ?? []) as { DefElem?: { defname?: string; arg?: unknown } }[];
  return options.some(({ DefElem: option }) => {
    if (option?.defname?.toLowerCase() !== 'analyze') return false;
    const off = JSON.stringify(option.arg ?? null).toLowerCase();
    return !/"(off|false|0)"|"boolval":false|"ival":\{\}|^\{"boolean":\{\}\}$/.test(off);
  });
}

function hasInto(root: unknown): boolean {
  return (root as Node | undefined)?.intoClause !== undefined;
}

const bareParts = new Set(['targetList', 'whereClause', 'limitOption', 'op']);

function isBare(select: Node): boolean {
  const targets = select.targetList as unknown[] | undefined;
  return (
    Object.keys(select).every((part) => bareParts.has(part)) &&
    select.op === 'SETOP_NONE' &&
    targets?.length === 1 &&
    select.whereClause !== undefined
  );
}

type Seen = {
  functions: Set<string>;
  refusal: string | undefined;
  /** There is a write inside the statement. */
  writes: boolean;
};

/** Walks the whole tree. Its depth is bounded by the parser's own limit, so recursion is safe. */
function look(node: unknown, seen: Seen, isExplained: boolean): void {
  if (Array.isArray(node)) {
    for (const child of node) look(child, seen, isExplained);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'FuncCall') noteFunction(value as Node, seen);
    else if (writes.has(key)) {
      seen.writes = true;
      if (!isExplained) seen.refusal ??= `${describe(key)} is more than reading.`;
    } else if (key === 'lockingClause') seen.refusal ??= 'Locking rows is more than reading.';
    else if (key === 'intoClause') seen.refusal ??= 'SELECT INTO makes a table.';
    look(value, seen, isExplained);
  }
}

function noteFunction(call: Node, seen: Seen): void {
  const path = (call.funcname ?? []) as { String?: { sval?: string } }[];
  const names = path.map((part) => part.String?.sval?.toLowerCase() ?? '');
  const name = names.at(-1) ?? '';
  // Only the catalog's own function of that name is known.
  seen.functions.add(names.length === 1 || names[0] === 'pg_catalog' ? name : names.join('.'));
  if (isDenied(name)) seen.refusal ??= `${name}() is not allowed where only reading is.`;
}

/**
 * Functions that reach beyond the data or outlive a read-only transaction: files, other servers,
 * sessions, locks, settings, replication, statistics, pages of tables and indexes, and those that
 * run SQL given as text, which would hide the rest from the parser.
 */
const denied =
  /^(pg_(read|ls|stat_file|stat_reset|file|logdir|current_logfile|hba_file|ident_file|advisory|try_advisory|terminate|cancel|notify|reload|rotate|promote|switch|create|drop|copy|logical|replication|export_snapshot|backup|start_backup|stop_backup|walfile|wal_replay|sync|log|set|restore|clear|import|extension_config|execute|signal|prewarm|buffercache_evict|nextoid|stat_force|stat_clear|stat_statements_reset|truncate|tablespace_location|settings_get|get_shmem|get_backend_memory|current_wal|last_wal|stop_making).*|lo_.*|loread|lowrite|dblink.*|postgres_fdw.*|.*_to_xml.*|set_config|setval|nextval|setseed|ts_stat|ts_rewrite|crosstab.*|connectby.*|xpath_table|database_to.*|binary_upgrade.*|adminpack.*|http(_.*)?|net_.*|cron\w*|copy_.*|plpgsql_.*|exec(ute)?(_.*)?|currtid.*|brin_(de)?summarize_.*|gin_clean_pending_list|heap_force_.*|autoprewarm_.*|set_limit|isn_weak)$/;

/** Named like the above, and harmless. */
const harmless = new Set([
  'pg_read_all_data',
  'pg_logical_slot_peek_changes',
  'pg_current_wal_lsn',
  'pg_log',
]);

function isDenied(name: string): boolean {
  return denied.test(name) && !harmless.has(name);
}

/**
 * Built-in functions that touch nothing but their arguments. After any other, a session is not used
 * again: a function may open connections or keep things that no reset removes.
 */
const traceless = new Set(
  `abs age array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims
  array_position array_positions array_prepend array_remove array_replace array_to_json array_to_string
  array_upper ascii avg bit_and bit_length bit_or bool_and bool_or btrim cardinality cbrt ceil ceiling
  char_length character_length chr clock_timestamp col_description concat concat_ws convert_from
  convert_to corr cos count covar_pop covar_samp cume_dist current_database current_schema
  current_schemas current_setting current_user date_bin date_part date_trunc decode degrees dense_rank
  div encode every exp extract factorial first_value floor format format_type gcd gen_random_uuid
  generate_series generate_subscripts greatest has_column_privilege has_schema_privilege
  has_table_privilege height host initcap int4range int8range isempty isfinite json_agg json_array_elements
  json_array_elements_text json_array_length json_build_array json_build_object json_each json_each_text
  json_extract_path json_extract_path_text json_object json_object_agg json_object_keys json_populate_record
  json_populate_recordset json_strip_nulls json_to_record json_to_recordset json_typeof jsonb_agg
  jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object
  jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object
  jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_match jsonb_path_query
  jsonb_path_query_array jsonb_path_query_first jsonb_populate_record jsonb_populate_recordset jsonb_pretty
  jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof justify_days
  justify_hours justify_interval lag last_value lastval lcm lead least left length like_escape ln log
  log10 lower lower_inc lower_inf lpad ltrim make_date make_interval make_time make_timestamp
  make_timestamptz max md5 min mod mode normalize now nth_value ntile nullif numnode num_nonnulls
  num_nulls numrange obj_description octet_length overlay parse_ident percent_rank percentile_cont
  percentile_disc pg_backend_pid pg_column_size pg_database_size pg_get_constraintdef pg_get_expr
  pg_get_functiondef pg_get_indexdef pg_get_serial_sequence pg_get_userbyid pg_get_viewdef
  pg_indexes_size pg_relation_size pg_size_pretty pg_sleep pg_table_is_visible pg_table_size
  pg_total_relation_size pg_typeof phraseto_tsquery pi plainto_tsquery position power quote_ident
  quote_literal quote_nullable radians random range_agg rank regexp_count regexp_instr regexp_like
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
  regr_slope repeat replace reverse right round row_number row_to_json rpad rtrim scale
  session_user setweight sha224 sha256 sha384 sha512 shobj_description sign sin split_part sqrt
  starts_with statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array
  string_to_table strpos substr substring sum tan textlen timeofday timezone to_ascii to_char to_date
  to_hex to_json to_jsonb to_number to_regclass to_regtype to_timestamp to_tsquery to_tsvector
  transaction_timestamp translate trim trim_array trim_scale trunc ts_headline ts_rank ts_rank_cd
  tsrange tstzrange tsvector_to_array unistr unnest upper upper_inc upper_inf user uuidv7 uuid_extract_timestamp
  var_pop var_samp variance version websearch_to_tsquery width width_bucket xmlagg xmlconcat
  xpath daterange`.split(/\s+/),
);

function areTraceless(functions: Set<string>): boolean {
  return functions.isSubsetOf(traceless);
}
