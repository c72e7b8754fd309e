import { addressToPath } from '@causeway/contract/object-path.ts';
import type { IconName } from '#ui/icon.tsx';

export type KnownPage = {
  path: string;
  /** Below `pages.` in the shell's texts. */
  key: string;
  icon: IconName;
  isScoped?: true;
};

/** The pages one can go to without naming a thing: the sidebar, palette, pins and recent list use them. */
export const knownPages = [
  { path: '/', key: 'home', icon: 'home' },
  { path: '/explore', key: 'explore', icon: 'database', isScoped: true },
  { path: '/explore/import', key: 'import', icon: 'upload' },
  { path: '/sql/editor', key: 'sqlEditor', icon: 'code', isScoped: true },
  { path: '/sql/wizard', key: 'sqlWizard', icon: 'wand', isScoped: true },
  { path: '/sql/replace', key: 'sqlReplace', icon: 'replace', isScoped: true },
  { path: '/chat', key: 'chat', icon: 'message' },
  { path: '/intelligence', key: 'intelligence', icon: 'sparkles' },
  { path: '/dashboards', key: 'dashboards', icon: 'dashboard' },
  { path: '/dashboards/wizard', key: 'dashboardWizard', icon: 'plus' },
  { path: '/automations', key: 'automations', icon: 'robot' },
  { path: '/automations/workflows', key: 'workflows', icon: 'tree', isScoped: true },
  { path: '/automations/workflows/wizard', key: 'workflowWizard', icon: 'plus' },
  { path: '/automations/credentials', key: 'credentials', icon: 'lock', isScoped: true },
  { path: '/automations/history', key: 'history', icon: 'history', isScoped: true },
  { path: '/community/snippets', key: 'snippets', icon: 'folderOpen' },
  { path: '/settings', key: 'settings', icon: 'settings', isScoped: true },
  { path: '/settings/general', key: 'general', icon: 'tools', isScoped: true },
  { path: '/settings/members', key: 'members', icon: 'users', isScoped: true },
  { path: '/settings/connectors', key: 'connectors', icon: 'plug', isScoped: true },
  { path: '/settings/api-keys', key: 'apiKeys', icon: 'key', isScoped: true },
  { path: '/settings/usage', key: 'usage', icon: 'gauge', isScoped: true },
  { path: '/account', key: 'account', icon: 'user' },
  { path: '/account/personal', key: 'personal', icon: 'user' },
  { path: '/account/workspaces', key: 'workspaces', icon: 'building' },
  { path: '/account/usage', key: 'accountUsage', icon: 'gauge' },
  { path: '/account/billing', key: 'billing', icon: 'creditCard' },
] as const satisfies KnownPage[];

export type KnownPath = (typeof knownPages)[number]['path'];

export function findKnownPage(path: string): KnownPage | undefined {
  return knownPages.find((page) => page.path === path);
}

type Named = { id: string; name: string };

/** What a page is called in a list: a table, file, connector or dashboard by its own name, others by theirs. */
export function pageNameOf(
  href: string,
  translate: (key: string) => string,
  { connectors, dashboards }: { connectors: Named[]; dashboards: Named[] },
): string {
  const path = href.split(/[?#]/)[0] ?? '';
  const object = /^\/(?:explore|edit)\/(.+)$/s.exec(path)?.[1];
  const known = findKnownPage(path);
  if (known) return translate(`pages.${known.key}`);
  if (object) return addressToPath(object).findLast((part) => part !== '') ?? object;
  const [, connectorId] = /^\/settings\/connectors\/([^/]+)/.exec(path) ?? [];
  const connector = connectors.find(({ id }) => id === connectorId);
  if (connector) return connector.name;
  const [, dashboardId] = /^\/dashboards\/(?:customize\/)?([^/]+)/.exec(path) ?? [];
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  if (dashboard) return dashboard.name;
  const parent = findNearestPage(path);
  return parent ? translate(`pages.${parent.key}`) : path;
}

export function pageIconOf(href: string): IconName {
  const path = href.split(/[?#]/)[0] ?? '';
  return findNearestPage(path)?.icon ?? 'link';
}

function findNearestPage(path: string): KnownPage | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  const inside = knownPages.filter(
    (page) => page.path !== '/' && (path === page.path || path.startsWith(`${page.path}/`)),
  );
  return (
    inside.toSorted((one, other) => other.path.length - one.path.length)[0] ??
    (path === '/' ? knownPages[0] : knownPages.find((page) => page.path.startsWith(`${first}/`)))
  );
}
