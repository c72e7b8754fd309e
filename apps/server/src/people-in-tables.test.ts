import { afterAll, expect, test } from 'vitest';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startTestServer } from '#testing/test-server.ts';
import { personalData } from './personal-data.ts';

/**
 * Every column that names a person: in which file of their export they find it, or why in none. Written
 * by somebody who thought about it.
 */
type Told = { file: string } | { why: string };

const project = { why: 'The row is the project’s; it goes on without a name.' };
const log = { why: 'What they did there is told by audit-log.' };
const passing = { why: 'A secret or a step under way; gone within days.' };

const columns: Record<string, Told> = {
  'account_exports.user_id': { why: 'It is the export itself.' },
  'sign_in_counts.user_id': { file: 'refused-sign-ins' },
  'account_networks.user_id': { file: 'networks' },
  'api_keys.owner_id': { file: 'api-keys' },
  'api_keys.revoked_by': log,
  'approvals.answered_by': log,
  'assistant_proposals.decided_by': log,
  'assistant_proposals.user_id': { why: 'Part of the messages in conversations.' },
  'assistant_threads.owner_id': { file: 'conversations' },
  'auth_flows.user_id': passing,
  'avatars.user_id': { why: 'The picture they see in their profile.' },
  'billing_accounts.holder_id': { file: 'credits' },
  'change_sets.user_id': project,
  'connector_visits.user_id': { file: 'visited-connectors' },
  'credentials.created_by': project,
  'dashboard_alerts.author_id': { file: 'alerts' },
  'dashboard_drafts.user_id': { file: 'dashboard-drafts' },
  'dashboard_links.author_id': { file: 'public-links' },
  'dashboard_mailings.user_id': {
    why: 'Mails under way; whom they go to is in the subscriptions.',
  },
  'dashboard_marks.user_id': { file: 'dashboards-seen' },
  'dashboard_subscribers.user_id': { file: 'dashboard-subscriptions' },
  'dashboard_subscriptions.author_id': { file: 'dashboard-subscriptions' },
  'dashboard_versions.author_id': project,
  'dashboard_wizards.user_id': { file: 'begun-dashboards' },
  'dashboards.author_id': project,
  'departed_members.user_id': {
    why: 'Kept so that what they left is erased; leaving is in audit-log.',
  },
  'drafts.user_id': { file: 'row-drafts' },
  'editor_tabs.user_id': { file: 'editor-tabs' },
  'email_changes.user_id': { file: 'changes-of-address' },
  'exports.user_id': project,
  'feature_flags.changed_by': log,
  'finding_fixes.user_id': { file: 'fixes-of-findings' },
  'findings.assignee_id': { file: 'findings-assigned' },
  'findings.changed_by': log,
  'golden_questions.verified_by': project,
  'identities.user_id': { file: 'ways-to-sign-in' },
  'imports.user_id': project,
  'inbox.user_id': { file: 'inbox' },
  'inbox_mail_choices.user_id': { file: 'mail-choices' },
  'invitations.invited_by': { file: 'invitations' },
  'lost_factors.agreed_by': log,
  'lost_factors.begun_by': log,
  'lost_factors.user_id': passing,
  'mail_proofs.user_id': passing,
  'measures.defined_by': project,
  'muted_series.muted_by': log,
  'onboarding.user_id': {
    why: 'How far the first steps are; what came of them is in the other files.',
  },
  'passkeys.user_id': { file: 'ways-to-sign-in' },
  'project_members.user_id': { file: 'memberships' },
  'project_offers.from_id': log,
  'project_offers.to_id': log,
  'projects.sponsor_id': project,
  'queries.owner_id': { file: 'queries' },
  'query_runs.user_id': { file: 'query-history' },
  'query_versions.author_id': project,
  'quiet_checks.changed_by': log,
  'recent_pages.user_id': { file: 'recent-pages' },
  'recovery_codes.user_id': { file: 'ways-to-sign-in' },
  'resting_members.user_id': { why: 'Memberships of a project that is deleted within days.' },
  'resting_projects.deleted_by': log,
  'runs.user_id': project,
  'scan_schedules.user_id': project,
  'scans.started_by': project,
  'seatless_members.user_id': { why: 'A membership, told by memberships.' },
  'sessions.impersonator_id': log,
  'sessions.user_id': { file: 'sessions' },
  'snippet_comments.author_id': { file: 'snippet-comments' },
  'snippet_comments.deleted_by': log,
  'snippet_reports.reporter_id': { file: 'snippet-reports' },
  'snippet_stars.user_id': { file: 'snippet-stars' },
  'snippet_uses.user_id': { why: 'Counts each person once for a snippet they used.' },
  'snippet_versions.author_id': { file: 'snippets' },
  'snippets.author_id': { file: 'snippets' },
  'spend_limits.set_by': log,
  'storage_jobs.started_by': project,
  'storage_trash.deleted_by': log,
  'storage_uploads.user_id': passing,
  'support_files.user_id': { why: 'Pictures in the threads of support, shown there.' },
  'support_messages.author_id': { file: 'support' },
  'support_threads.user_id': { file: 'support' },
  'table_layouts.user_id': { file: 'table-layouts' },
  'table_view_defaults.user_id': { why: 'Which of the views in table-views opens first.' },
  'table_views.owner_id': { file: 'table-views' },
  'tile_comments.author_id': { file: 'dashboard-comments' },
  'tile_comments.resolved_by': project,
  'totp_secrets.user_id': { file: 'ways-to-sign-in' },
  'workflow_versions.published_by': project,
  'workflows.author_id': project,
  'workflows.published_by': project,
};

const server = await startTestServer();
afterAll(() => server.stop());

test('SESS-7 whatever names a person is in the file they export, or somebody said why not, and goes or loses the name with the account', async () => {
  const references = await listRows<{ name: string; onDelete: string }>(
    server.services.db,
    sql`select rule.conrelid::regclass || '.' || attribute.attname as name,
          rule.confdeltype as "onDelete"
        from pg_constraint rule join pg_attribute attribute
          on attribute.attrelid = rule.conrelid and attribute.attnum = any(rule.conkey)
        where rule.contype = 'f' and rule.confrelid = 'users'::regclass order by name`,
  );
  expect(references.map(({ name }) => name).toSorted()).toEqual(Object.keys(columns).toSorted());
  const kept = references.filter(({ onDelete }) => onDelete !== 'c' && onDelete !== 'n');
  expect(kept).toEqual([]);
  const files = new Set(personalData.flatMap(({ files: own = {} }) => Object.keys(own)));
  const told = Object.values(columns).flatMap((one) => ('file' in one ? [one.file] : []));
  expect(told.filter((file) => !files.has(file))).toEqual([]);
});

test('SESS-7 every file of the export can be read for somebody who has nothing', async () => {
  const nobody = { id: crypto.randomUUID(), email: 'nobody@example.test', name: 'Nobody' };
  for (const { files = {} } of personalData) {
    for (const [name, read] of Object.entries(files)) {
      expect(await read(server.services.db, nobody), name).toEqual([]);
    }
  }
});
