/**
 * Volatile functions that Postgres and its extensions bring, looked at one by one: they tell, wait,
 * roll dice or check, and change nothing. Any other volatile one, of whatever version, is refused
 * where only reading is allowed until it was judged here.
 */
export const harmlessFunctions: ReadonlySet<string> = new Set(
  `amvalidate array_sample array_shuffle bernoulli brinhandler bthandler clock_timestamp current_query
  currval gen_random_uuid ginhandler gisthandler hashhandler heap_tableam_handler lastval
  pg_available_wal_summaries pg_blocking_pids pg_collation_actual_version pg_control_checkpoint
  pg_control_init pg_control_recovery pg_control_system pg_current_wal_lsn
  pg_database_collation_actual_version pg_database_size pg_get_aios pg_get_loaded_modules
  pg_get_multixact_members pg_get_sequence_data pg_get_wait_events pg_get_wal_replay_pause_state
  pg_get_wal_resource_managers pg_get_wal_summarizer_state pg_indexes_size pg_is_in_recovery
  pg_is_wal_replay_paused pg_isolation_test_session_is_blocked pg_jit_available pg_last_committed_xact
  pg_last_xact_replay_timestamp pg_lock_status pg_logical_slot_peek_changes
  pg_notification_queue_usage pg_partition_ancestors pg_partition_tree pg_prepared_xact
  pg_relation_size pg_safe_snapshot_blocking_pids pg_sequence_last_value
  pg_show_replication_origin_status pg_sleep pg_sleep_for pg_sleep_until pg_stat_get_backend_io
  pg_stat_get_backend_wal pg_stat_get_io pg_stat_get_recovery_prefetch pg_stat_get_xact_blocks_fetched
  pg_stat_get_xact_blocks_hit pg_stat_get_xact_function_calls pg_stat_get_xact_function_self_time
  pg_stat_get_xact_function_total_time pg_stat_get_xact_numscans pg_stat_get_xact_tuples_deleted
  pg_stat_get_xact_tuples_fetched pg_stat_get_xact_tuples_hot_updated pg_stat_get_xact_tuples_inserted
  pg_stat_get_xact_tuples_newpage_updated pg_stat_get_xact_tuples_returned
  pg_stat_get_xact_tuples_updated pg_stat_have_stats pg_table_size pg_tablespace_size
  pg_total_relation_size pg_wal_summary_contents pg_xact_commit_timestamp
  pg_xact_commit_timestamp_origin pg_xact_status random random_normal spghandler system timeofday
  txid_status uuidv4 uuidv7
  bt_index_check bt_index_parent_check gin_index_check verify_heapam blhandler file_fdw_handler
  file_fdw_validator int_agg_final_array brin_metapage_info brin_page_items brin_page_type
  brin_revmap_data bt_metap bt_multi_page_stats bt_page_items bt_page_stats fsm_page_contents
  get_raw_page gin_leafpage_items gin_metapage_info gin_page_opaque_info gist_page_items
  gist_page_items_bytea gist_page_opaque_info hash_bitmap_info hash_metapage_info hash_page_items
  hash_page_stats hash_page_type heap_page_item_attrs heap_page_items heap_tuple_infomask_flags
  page_checksum page_header tuple_data_split pg_buffercache_numa_pages pg_buffercache_pages
  pg_buffercache_summary pg_buffercache_usage_counts pg_freespace pg_get_logical_snapshot_info
  pg_get_logical_snapshot_meta pg_stat_statements pg_stat_statements_info pg_check_frozen
  pg_check_visible pg_visibility pg_visibility_map pg_visibility_map_summary pg_get_wal_block_info
  pg_get_wal_record_info pg_get_wal_records_info pg_get_wal_stats fips_mode gen_random_bytes gen_salt
  pgp_pub_encrypt pgp_pub_encrypt_bytea pgp_sym_encrypt pgp_sym_encrypt_bytea pgrowlocks pg_relpages
  pgstatginindex pgstathashindex pgstatindex pgstattuple pgstattuple_approx ssl_cipher
  ssl_client_cert_present ssl_client_dn ssl_client_dn_field ssl_client_serial ssl_extension_info
  ssl_is_used ssl_issuer_dn ssl_issuer_field ssl_version normal_rand system_rows system_time
  uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 xslt_process`.split(/\s+/),
);

/**
 * Extensions whose functions were looked at: of these only what is denied by name is refused. The
 * first are those that come with Postgres, the others are widely used and keep to the data they are
 * given.
 */
export const knownExtensions: ReadonlySet<string> = new Set(
  `amcheck bloom btree_gin btree_gist citext cube dict_int dict_xsyn earthdistance fuzzystrmatch hstore
  insert_username intagg intarray isn ltree moddatetime pageinspect pg_buffercache pg_freespacemap
  pg_logicalinspect pg_overexplain pg_stat_statements pg_trgm pg_visibility pg_walinspect pgcrypto
  pgrowlocks pgstattuple refint seg sslinfo tablefunc tcn tsm_system_rows tsm_system_time unaccent
  uuid-ossp xml2 plpgsql
  address_standardizer address_standardizer_data_us h3 h3_postgis hll ip4r jsquery
  pg_bigm pg_hashids pg_similarity pg_uuidv7 pgroonga postgis postgis_raster postgis_sfcgal
  postgis_tiger_geocoder postgis_topology prefix rum semver tdigest timescaledb topn vector
  vectorscale zhparser`.split(/\s+/),
);
