import { personalDataOfRecentPages } from '#features/account/recent-pages.ts';
import { personalDataOfKeys } from '#features/api-keys/personal-data.ts';
import { personalDataOfAssistant } from '#features/assistant/personal-data.ts';
import { personalDataOfAudit } from '#features/audit/personal-data.ts';
import { personalDataOfAuth } from '#features/auth/personal-data.ts';
import { personalDataOfBilling } from '#features/billing/personal-data.ts';
import { personalDataOfConnectors } from '#features/connectors/personal-data.ts';
import { personalDataOfDashboards } from '#features/dashboards/personal-data.ts';
import { personalDataOfImports } from '#features/imports/personal-data.ts';
import { personalDataOfInbox } from '#features/inbox/personal-data.ts';
import { personalDataOfIntelligence } from '#features/intelligence/personal-data.ts';
import { personalDataOfMembers } from '#features/members/personal-data.ts';
import { personalDataOfQueries } from '#features/sql/personal-data.ts';
import { personalDataOfSnippets } from '#features/snippets/personal-data.ts';
import { personalDataOfStorage } from '#features/storage/personal-data.ts';
import { personalDataOfSupport } from '#features/support/personal-data.ts';
import { personalDataOfTables } from '#features/tables/personal-data.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import { personalDataOfPlatform } from '#platform/personal-data/platform-data.ts';

/** Every feature that keeps something about people: what they export, and what goes with them. */
export const personalData: readonly PersonalData[] = [
  personalDataOfAuth,
  personalDataOfMembers,
  personalDataOfRecentPages,
  personalDataOfKeys,
  personalDataOfQueries,
  personalDataOfTables,
  personalDataOfDashboards,
  personalDataOfAssistant,
  personalDataOfConnectors,
  personalDataOfIntelligence,
  personalDataOfSnippets,
  personalDataOfInbox,
  personalDataOfSupport,
  personalDataOfBilling,
  personalDataOfImports,
  personalDataOfStorage,
  personalDataOfAudit,
  personalDataOfPlatform,
];
