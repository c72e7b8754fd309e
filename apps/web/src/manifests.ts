import { account } from '#features/account/manifest.ts';
import { assistant } from '#features/assistant/manifest.ts';
import { apiKeys } from '#features/api-keys/manifest.ts';
import { audit } from '#features/audit/manifest.ts';
import { automations } from '#features/automations/manifest.ts';
import { billing, projectUsage } from '#features/billing/manifest.ts';
import { connectors } from '#features/connectors/manifest.ts';
import { dashboards } from '#features/dashboards/manifest.ts';
import { debug } from '#features/debug/manifest.ts';
import { tables } from '#features/tables/manifest.ts';
import { guest } from '#features/guest/manifest.ts';
import { home } from '#features/home/manifest.ts';
import { imports } from '#features/imports/manifest.ts';
import { intelligence } from '#features/intelligence/manifest.ts';
import { inbox } from '#features/inbox/manifest.ts';
import { members } from '#features/members/manifest.ts';
import { onboarding } from '#features/onboarding/manifest.ts';
import { replace } from '#features/replace/manifest.ts';
import { settings } from '#features/settings/manifest.ts';
import { snippets } from '#features/snippets/manifest.ts';
import { sql } from '#features/sql/manifest.ts';
import { staff } from '#features/staff/manifest.ts';
import { storage } from '#features/storage/manifest.ts';
import { support } from '#features/support/manifest.ts';
import type { Feature } from '#platform/navigation/feature.ts';

/** Every feature of the product, in the order the palette lists their pages. */
export const manifests: readonly Feature[] = [
  home,
  tables,
  storage,
  imports,
  sql,
  replace,
  assistant,
  intelligence,
  dashboards,
  automations,
  snippets,
  settings,
  members,
  connectors,
  apiKeys,
  projectUsage,
  audit,
  account,
  inbox,
  billing,
  support,
  staff,
  guest,
  onboarding,
  debug,
];
