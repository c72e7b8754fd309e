/**
 * Built-in functions that touch nothing but their arguments. After any other, a session is not used
 * again: a function may open connections or keep things that no reset removes.
 */
export const traceless: ReadonlySet<string> = new Set(
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
