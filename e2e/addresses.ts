import type { Locator, Page } from '@playwright/test';
import type { SampleMember } from './sample.ts';

export type Address = {
  path: string;
  heading: string | RegExp;
  /** The file its code comes in. */
  chunk: string;
  /** Whether its address names project and connector. */
  isScoped?: true;
};

/** Every address of somebody who works in the sample workspace. */
export const areas: Record<string, Address[]> = {
  home: [{ path: '/', heading: /^Welcome, Mary/, chunk: 'home-page' }],
  account: [
    { path: '/account', heading: 'Account', chunk: 'account-page' },
    { path: '/account/personal', heading: 'Personal settings', chunk: 'personal-page' },
    { path: '/account/notifications', heading: 'Notifications', chunk: 'notifications-page' },
    { path: '/inbox', heading: 'Inbox', chunk: 'inbox-page' },
    { path: '/account/workspaces', heading: 'Workspaces', chunk: 'workspaces-page' },
    { path: '/account/billing', heading: 'Billing', chunk: 'billing-page' },
    { path: '/account/usage', heading: 'Usage', chunk: 'usage-page' },
  ],
  automations: [
    { path: '/automations', heading: 'Automations', chunk: 'automations-page' },
    {
      path: '/automations/credentials',
      heading: 'Credentials',
      chunk: 'credentials-page',
      isScoped: true,
    },
    { path: '/automations/history', heading: 'Run history', chunk: 'history-page', isScoped: true },
    {
      path: '/automations/history/some-id',
      heading: 'This run can’t be shown',
      chunk: 'run-page',
      isScoped: true,
    },
    {
      path: '/automations/workflows',
      heading: 'Workflows',
      chunk: 'workflows-page',
      isScoped: true,
    },
    {
      path: '/automations/workflows/some-id',
      heading: 'This workflow can’t be shown',
      chunk: 'workflow-page',
      isScoped: true,
    },
    {
      path: '/automations/workflows/wizard',
      heading: 'New workflow',
      chunk: 'workflow-wizard-page',
    },
  ],
  'chat, intelligence and community': [
    { path: '/chat', heading: 'Chat', chunk: 'chat-page' },
    { path: '/intelligence', heading: 'Intelligence', chunk: 'intelligence-page' },
    { path: '/community/snippets', heading: 'Snippets', chunk: 'snippets-page' },
    {
      path: '/community/snippets/some-id',
      heading: 'This snippet can’t be shown',
      chunk: 'snippet-page',
    },
    { path: '/community/snippets/edit/new', heading: 'New snippet', chunk: 'snippet-edit-page' },
  ],
  dashboards: [
    { path: '/dashboards', heading: 'Dashboards', chunk: 'dashboards-page' },
    {
      path: '/dashboards/{dashboard}',
      heading: 'Sales at a glance',
      chunk: 'dashboard-page',
      isScoped: true,
    },
    {
      path: '/dashboards/some-id',
      heading: 'This dashboard can’t be shown',
      chunk: 'dashboard-page',
      isScoped: true,
    },
    {
      path: '/dashboards/customize/{dashboard}',
      heading: 'Customize Sales at a glance',
      chunk: 'customize-page',
      isScoped: true,
    },
    { path: '/dashboards/wizard', heading: 'New dashboard', chunk: 'wizard-page' },
    { path: '/dashboards/wizard/some-id', heading: 'New dashboard', chunk: 'wizard-page' },
  ],
  data: [
    { path: '/explore', heading: 'Shop', chunk: 'explore-page', isScoped: true },
    { path: '/explore/orders', heading: 'orders', chunk: 'table-view-page', isScoped: true },
    { path: '/explore/import', heading: 'Import', chunk: 'import-page' },
    { path: '/edit/orders/1', heading: 'CW-0000001 · 1', chunk: 'row-page', isScoped: true },
    { path: '/sql/editor', heading: 'SQL editor', chunk: 'editor-page', isScoped: true },
    { path: '/sql/replace', heading: 'Find and replace', chunk: 'replace-page', isScoped: true },
    { path: '/sql/wizard', heading: 'SQL wizard', chunk: 'wizard-page', isScoped: true },
  ],
  settings: [
    { path: '/settings', heading: 'Project settings', chunk: 'settings-page', isScoped: true },
    {
      path: '/settings/general',
      heading: 'General settings',
      chunk: 'general-page',
      isScoped: true,
    },
    { path: '/settings/members', heading: 'Members', chunk: 'members-page', isScoped: true },
    { path: '/settings/usage', heading: 'Usage', chunk: 'project-usage-page', isScoped: true },
    {
      path: '/settings/connectors',
      heading: 'Connectors',
      chunk: 'connectors-page',
      isScoped: true,
    },
    { path: '/settings/connectors/{shop}', heading: 'Shop', chunk: 'connector-page' },
    {
      path: '/settings/audit',
      heading: 'Audit log',
      chunk: 'audit-page',
      isScoped: true,
    },
    { path: '/settings/api-keys', heading: 'API keys', chunk: 'api-keys-page', isScoped: true },
    { path: '/settings/api-keys/some-id', heading: 'API keys', chunk: 'key-page' },
  ],
};

/** The address with the ids of this sample workspace in it. */
export function addressIn({ shop, dashboard }: SampleMember, path: string): string {
  return path.replace('{shop}', shop.id).replace('{dashboard}', dashboard);
}

export function mainHeading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1, name, exact: true });
}

export function scopeOf({ project, shop }: SampleMember): string {
  return `?projectId=${project}&connectorId=${shop.id}`;
}
