import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Who owns which table: one area of the server writes it, and its statements stand there. Others go
 * through what the owner exports, or are named here as readers, by somebody who thought about it.
 */
type Owned = { owner: string; readers?: string[] };

/** Who and where: joined for names, roles and places by everybody, written by their owners alone. */
const everybody = ['*'];

const tables: Record<string, Owned> = {
  users: { owner: 'features/auth', readers: everybody },
  sessions: { owner: 'features/auth', readers: ['platform/access', 'features/staff'] },
  access_changes: { owner: 'platform/access' },
  mail_proofs: { owner: 'features/auth' },
  support_threads: { owner: 'features/support' },
  support_messages: { owner: 'features/support' },
  support_files: { owner: 'features/support' },
  feature_flags: { owner: 'platform/flags' },
  avatars: { owner: 'features/account' },
  recent_pages: { owner: 'features/account' },
  account_exports: { owner: 'features/account' },
  account_export_parts: { owner: 'features/account' },
  departed_members: { owner: 'features/members', readers: ['platform/personal-data'] },
  sign_in_counts: { owner: 'features/auth' },
  account_networks: { owner: 'features/auth' },
  onboarding: { owner: 'features/onboarding' },
  email_changes: { owner: 'features/auth' },
  auth_flows: { owner: 'features/auth' },
  totp_secrets: { owner: 'features/auth', readers: ['features/staff'] },
  recovery_codes: { owner: 'features/auth' },
  lost_factors: { owner: 'features/auth' },
  passkeys: { owner: 'features/auth', readers: ['features/staff'] },
  identities: { owner: 'features/auth', readers: ['features/staff'] },
  projects: { owner: 'features/projects', readers: everybody },
  project_members: { owner: 'features/members', readers: everybody },
  api_keys: {
    owner: 'features/api-keys',
    readers: [
      'platform/access',
      'platform/audit',
      'platform/credits',
      'features/assistant',
      'features/audit',
      'features/billing',
      'features/staff',
      'platform/credits',
    ],
  },
  resting_projects: { owner: 'features/projects', readers: ['features/staff', 'platform/access'] },
  resting_members: { owner: 'features/projects', readers: ['features/staff'] },
  project_offers: { owner: 'features/projects' },
  api_key_secrets: { owner: 'features/api-keys', readers: ['platform/access'] },
  api_key_days: { owner: 'features/api-keys' },
  invitations: { owner: 'features/members', readers: ['platform/credits'] },
  connectors: { owner: 'platform/connectors', readers: everybody },
  connector_visits: { owner: 'features/connectors' },
  audit_log: {
    owner: 'platform/audit',
    readers: ['features/audit', 'features/auth', 'features/staff'],
  },
  idempotency_keys: { owner: 'platform/operations' },
  rate_limits: { owner: 'platform/limits' },
  processes: {
    owner: 'platform/processes',
    readers: ['platform/runs', 'platform/metrics', 'features/staff'],
  },
  runs: { owner: 'platform/runs', readers: ['features/staff', 'platform/metrics'] },
  outbox: { owner: 'platform/outbox' },
  outbox_head: { owner: 'platform/outbox', readers: ['features/staff', 'platform/metrics'] },
  outbox_followers: { owner: 'platform/outbox', readers: ['features/staff', 'platform/metrics'] },
  inbox: { owner: 'platform/inbox' },
  approvals: { owner: 'platform/inbox' },
  inbox_mail_choices: { owner: 'platform/inbox' },
  kept_mails: { owner: 'platform/mail', readers: ['features/staff'] },
  change_sets: { owner: 'platform/ledger', readers: ['features/ledger', 'features/tables'] },
  change_set_tables: { owner: 'platform/ledger', readers: ['features/ledger'] },
  changes: { owner: 'platform/ledger', readers: ['features/ledger'] },
  table_shapes: { owner: 'platform/ledger', readers: ['features/ledger'] },
  drafts: { owner: 'features/tables' },
  draft_changes: { owner: 'features/tables' },
  opened_tables: { owner: 'features/tables' },
  table_views: { owner: 'features/tables' },
  table_view_defaults: { owner: 'features/tables' },
  table_layouts: { owner: 'features/tables' },
  queries: { owner: 'features/sql', readers: ['features/dashboards', 'platform/queries'] },
  query_versions: { owner: 'features/sql' },
  dashboard_alerts: { owner: 'features/dashboards' },
  dashboard_alert_checks: { owner: 'features/dashboards' },
  dashboard_subscriptions: { owner: 'features/dashboards' },
  dashboard_subscribers: { owner: 'features/dashboards' },
  dashboard_mailings: { owner: 'features/dashboards' },
  dashboard_guests: { owner: 'features/dashboards' },
  dashboard_guest_refusals: { owner: 'features/dashboards' },
  dashboard_links: { owner: 'features/dashboards' },
  tile_comments: { owner: 'features/dashboards' },
  query_results: { owner: 'platform/queries' },
  editor_tabs: { owner: 'features/sql' },
  query_runs: { owner: 'platform/queries', readers: ['features/sql'] },
  query_run_pages: { owner: 'platform/queries', readers: ['features/sql'] },
  dashboards: { owner: 'features/dashboards' },
  dashboard_tiles: { owner: 'features/dashboards' },
  dashboard_versions: { owner: 'features/dashboards' },
  dashboard_drafts: { owner: 'features/dashboards' },
  dashboard_marks: { owner: 'features/dashboards' },
  dashboard_wizards: { owner: 'features/dashboards' },
  workflows: { owner: 'features/automations', readers: ['features/staff', 'features/billing'] },
  workflow_versions: { owner: 'features/automations' },
  workflow_runs: { owner: 'features/automations' },
  workflow_journal: { owner: 'features/automations' },
  workflow_history: { owner: 'features/automations' },
  workflow_run_keys: { owner: 'features/automations' },
  workflow_schedules: { owner: 'features/automations' },
  engine_processes: { owner: 'features/automations' },
  workflow_signals: { owner: 'features/automations' },
  workflow_questions: { owner: 'features/automations' },
  workflow_followers: { owner: 'features/automations' },
  workflow_ended: { owner: 'features/automations' },
  workflow_watches: { owner: 'features/automations' },
  credentials: { owner: 'features/automations' },
  assistant_threads: { owner: 'features/assistant' },
  assistant_messages: { owner: 'features/assistant' },
  assistant_chunks: { owner: 'features/assistant' },
  assistant_proposals: { owner: 'features/assistant' },
  golden_questions: { owner: 'features/assistant' },
  measures: { owner: 'features/assistant' },
  billing_accounts: { owner: 'platform/credits', readers: ['features/billing'] },
  credit_grants: { owner: 'platform/credits', readers: ['features/billing'] },
  credit_ledger: { owner: 'platform/credits', readers: ['features/billing'] },
  credit_allocations: { owner: 'platform/credits' },
  credit_holds: { owner: 'platform/credits' },
  credit_notices: { owner: 'platform/credits' },
  seatless_members: {
    owner: 'platform/credits',
    readers: ['platform/access', 'features/members'],
  },
  credit_stops: { owner: 'platform/credits', readers: ['features/automations'] },
  spend_limits: { owner: 'platform/credits', readers: ['features/billing'] },
  usage_day: { owner: 'platform/credits', readers: ['features/billing'] },
  billing_checkouts: { owner: 'features/billing' },
  billing_subscriptions: { owner: 'features/billing', readers: ['platform/credits'] },
  billing_invoices: { owner: 'features/billing' },
  billing_addresses: { owner: 'features/billing' },
  billing_customers: { owner: 'features/billing' },
  provider_events: { owner: 'features/billing' },
  test_customers: { owner: 'features/billing' },
  sponsorships: { owner: 'features/billing' },
  assistant_settings: { owner: 'platform/ai' },
  scans: { owner: 'features/intelligence' },
  scanned_tables: { owner: 'features/intelligence' },
  table_profiles: { owner: 'features/intelligence' },
  findings: { owner: 'features/intelligence' },
  finding_fixes: { owner: 'features/intelligence' },
  quiet_checks: { owner: 'features/intelligence' },
  muted_series: { owner: 'features/intelligence' },
  scan_schedules: { owner: 'features/intelligence' },
  schema_drifts: { owner: 'features/intelligence' },
  snippets: { owner: 'features/snippets' },
  snippet_comments: { owner: 'features/snippets' },
  snippet_reports: { owner: 'features/snippets' },
  snippet_stars: { owner: 'features/snippets' },
  snippet_uses: { owner: 'features/snippets' },
  snippet_versions: { owner: 'features/snippets' },
  exports: { owner: 'features/exports' },
  export_parts: { owner: 'features/exports' },
  imports: { owner: 'features/imports' },
  import_parts: { owner: 'features/imports' },
  import_recipes: { owner: 'features/imports' },
  import_rejects: { owner: 'features/imports' },
  storage_leases: { owner: 'platform/connectors' },
  storage_writers: { owner: 'platform/connectors' },
  storage_trash: { owner: 'platform/connectors', readers: ['features/storage'] },
  storage_trash_trails: { owner: 'platform/connectors', readers: ['features/storage'] },
  storage_upload_trails: { owner: 'platform/connectors', readers: ['features/storage'] },
  storage_uploads: { owner: 'features/storage' },
  storage_upload_parts: { owner: 'features/storage' },
  storage_zips: { owner: 'features/storage' },
  storage_jobs: { owner: 'features/storage' },
  storage_job_items: { owner: 'features/storage' },
  bucket_indexes: { owner: 'features/storage' },
  bucket_objects: { owner: 'features/storage' },
  bucket_removals: { owner: 'features/storage' },
  sample_workspace: { owner: 'sample', readers: ['features/sample'] },
};

/** Two rooms of one area: the feature beside the platform part that carries it. */
const writersBeside: Record<string, string[]> = {
  users: ['features/account', 'features/staff', 'sample'],
  sessions: ['platform/http'],
  invitations: ['features/projects'],
  api_key_secrets: ['platform/access'],
  api_key_days: ['platform/access'],
  projects: ['sample'],
  connectors: ['sample'],
  project_members: ['features/projects', 'sample'],
  snippets: ['sample'],
  changes: ['features/ledger'],
  change_sets: ['features/ledger'],
  change_set_tables: ['features/ledger'],
  table_shapes: ['features/ledger'],
  inbox: ['features/inbox'],
  approvals: ['features/inbox'],
  inbox_mail_choices: ['features/inbox'],
  query_runs: ['features/sql'],
  query_run_pages: ['features/sql'],
  storage_trash: ['features/storage'],
  storage_trash_trails: ['features/storage'],
  storage_upload_trails: ['features/storage'],
};

const source = fileURLToPath(new URL('.', import.meta.url));
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url));

/** `upkeep.ts` sweeps what is old of everybody's; tests and factories set the stage. */
const left = /^(upkeep\.ts|testing\/|.*\.test\.ts$)/;

function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'features' || first === 'platform' ? `${first}/${second}` : first;
}

function listTables(): string[] {
  const made = new Set<string>();
  for (const file of readdirSync(migrations).toSorted()) {
    const text = readFileSync(migrations + file, 'utf8');
    for (const [, table] of text.matchAll(/create (?:unlogged )?table (\w+)/g)) made.add(table!);
    for (const [, table] of text.matchAll(/drop table (\w+)/g)) made.delete(table!);
  }
  return [...made];
}

test('every table of ours has an owner, and only tables that are there have one', () => {
  expect(Object.keys(tables).toSorted()).toEqual(listTables().toSorted());
});

test('a table is written by its owner alone, and read by nobody but its owner and named readers', () => {
  const wrong: string[] = [];
  const statement = /\b(insert into|update|delete from|from|join) (\w+)/g;
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || left.test(path)) continue;
    const area = areaOf(path);
    for (const [, verb, table = ''] of readFileSync(source + path, 'utf8').matchAll(statement)) {
      const owned = tables[table];
      if (!owned || owned.owner === area) continue;
      if (writersBeside[table]?.includes(area)) continue;
      const isReading = verb === 'from' || verb === 'join';
      const readers = owned.readers ?? [];
      if (isReading && (readers === everybody || readers.includes(area))) continue;
      wrong.push(`${path}: ${verb} ${table}`);
    }
  }
  expect(wrong).toEqual([]);
});
