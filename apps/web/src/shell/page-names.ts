import { addressToPath } from '@causeway/contract/storage/object-path.ts';
import type { ListedTab } from '#platform/navigation/area-tabs.tsx';
import type { Area, ListedPage, PageSection } from '#platform/navigation/feature.ts';
import type { IconName } from '#ui/icon.tsx';
import { manifests } from '../manifests.ts';

export type KnownPage = ListedPage & {
  path: string;
  isScoped: boolean;
  /** It stands in the section of its area, whose link among the links says in which area one is. */
  isWithin?: true;
};

/** The pages one can go to without naming a thing: the sidebar, palette, pins and recent list use them. */
export const knownPages: readonly KnownPage[] = manifests.flatMap(({ pages }) =>
  pages.flatMap(({ path, kind, listed }) =>
    listed ? { path, ...listed, isScoped: kind === 'scoped' } : [],
  ),
);

/** The pages a section of the sidebar always shows; links lead into the other sections as well. */
export function listSectionPages(section: PageSection): KnownPage[] {
  return knownPages
    .flatMap((page) => placesOf(page))
    .filter((listed) => listed.section === section)
    .toSorted((one, other) => one.place - other.place)
    .map(({ page }) => page);
}

function placesOf(page: KnownPage): { page: KnownPage; section: PageSection; place: number }[] {
  const { sidebar, area } = page;
  if (!sidebar) return [];
  const [section, place] = sidebar;
  if (!area) return [{ page, section, place }];
  return [
    { page, section: 'links', place: area.place },
    { page: { ...page, name: area.name, isWithin: true }, section, place },
  ];
}

const areaTabs: readonly ListedTab[] = manifests
  .flatMap(({ pages }) =>
    pages.flatMap(({ path, kind, tabs = [] }) =>
      tabs.map((tab) => ({ ...tab, path, isScoped: kind === 'scoped' })),
    ),
  )
  .toSorted((one, other) => one.place - other.place);

/** What stands above the pages of an area. */
export function listAreaTabs(area: Area): ListedTab[] {
  return areaTabs.filter((tab) => tab.area === area);
}

export function nameIn({ name }: Pick<KnownPage, 'name'>, language: string): string {
  return language === 'de' ? name.de : name.en;
}

export function findKnownPage(path: string): KnownPage | undefined {
  return knownPages.find((page) => page.path === path);
}

type Named = { id: string; name: string };

/** What a page is called in a list: a table, file, connector or dashboard by its own name, others by theirs. */
export function pageNameOf(
  href: string,
  language: string,
  {
    connectors,
    dashboards,
    shown = '',
  }: { connectors: Named[]; dashboards: Named[]; shown?: string | undefined },
): string {
  const path = href.split(/[?#]/)[0] ?? '';
  const object = /^\/(?:explore|edit)\/(.+)$/s.exec(path)?.[1];
  const known = findKnownPage(path);
  if (known) return nameIn(known, language);
  if (shown !== '' && isRow(href)) return shown;
  if (object) return addressToPath(object).findLast((part) => part !== '') ?? object;
  const [, connectorId] = /^\/settings\/connectors\/([^/]+)/.exec(path) ?? [];
  const connector = connectors.find(({ id }) => id === connectorId);
  if (connector) return connector.name;
  const [, dashboardId] = /^\/dashboards\/(?:customize\/)?([^/]+)/.exec(path) ?? [];
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  if (dashboard) return dashboard.name;
  if (shown !== '' && hasId(path)) return shown;
  const parent = findNearestPage(path);
  return parent ? nameIn(parent, language) : path;
}

/** Its address ends with a key, a number as a rule; that of a new row with the name of its table. */
function isRow(href: string): boolean {
  return href.startsWith('/edit/') && !/[?&]new=/.test(href);
}

function hasId(path: string): boolean {
  return /\/[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path);
}

export function pageIconOf(href: string): IconName {
  // A row or a file that is edited belongs to where it is looked at.
  const path = (href.split(/[?#]/)[0] ?? '').replace(/^\/edit\//, '/explore/');
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
