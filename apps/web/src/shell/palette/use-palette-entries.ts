import type { Resource } from '@causeway/contract/connectors.ts';
import { addPin, isPinned, removePin } from '@causeway/contract/pins.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { resourceIcons, resourcePath, resourcesQuery } from '#domain/connectors/resources-query.ts';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { usePageName } from '#platform/navigation/page-name.ts';
import { useRecentPages } from '#platform/navigation/recent-pages.ts';
import { useShownPageActions } from '#platform/page-actions.ts';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeSetting } from '#platform/settings/use-settings.ts';
import { foundSnippetsQuery } from '#domain/snippets/snippets-query.ts';
import { favoritesFirst } from '../favorites-first.ts';
import { knownPages, nameIn, pageIconOf } from '../page-names.ts';
import type { Panes } from '../panes/use-panes.ts';
import { signOut } from '../sign-out.ts';
import { useSwitchTo } from '../use-switch-to.ts';
import type { PaletteEntry } from './palette-search.ts';

type Sources = {
  panes: Panes;
  onOpenShortcuts: () => void;
  pasted: string | undefined;
  text: string;
};

/** Everything the palette can reach, in the order its groups are shown. */
export function usePaletteEntries(sources: Sources): PaletteEntry[] {
  const pasted = usePastedEntry(sources.pasted);
  const recent = useRecentEntries();
  const pins = usePinEntries();
  const pages = usePageEntries();
  const tables = useTableEntries(sources.text);
  const queries = useQueryEntries();
  const dashboards = useDashboardEntries();
  const snippets = useSnippetEntries(sources.text);
  const projects = useProjectEntries();
  const actions = [...usePageActionEntries(), ...useActionEntries(sources)];
  return [
    ...pasted,
    ...recent,
    ...pins,
    ...pages,
    ...tables,
    ...dashboards,
    ...queries,
    ...snippets,
    ...projects,
    ...actions,
  ];
}

function usePastedEntry(href: string | undefined): PaletteEntry[] {
  const { t } = useTranslation('shell');
  const openHref = useOpenHref();
  const pageName = usePageName();
  if (!href) return [];
  const name = t('palette.openLink', { name: pageName(href) });
  return [
    { id: 'pasted', group: 'pasted', name, detail: href, icon: 'link', run: () => openHref(href) },
  ];
}

function useRecentEntries(): PaletteEntry[] {
  const openHref = useOpenHref();
  const { id } = useCurrentUser();
  const pageName = usePageName();
  const current = useLocation({ select: ({ publicHref }) => publicHref });
  return useRecentPages(id)
    .filter(({ url }) => url !== current)
    .map(({ url }) => ({
      id: `recent ${url}`,
      group: 'recent',
      name: pageName(url),
      detail: url.split('?')[0] ?? url,
      icon: pageIconOf(url),
      run: () => openHref(url),
    }));
}

function usePinEntries(): PaletteEntry[] {
  const openHref = useOpenHref();
  const { settings } = useCurrentUser();
  return settings.pins.map(({ url, name }) => ({
    id: `pin ${url}`,
    group: 'pins',
    name,
    icon: 'pin',
    run: () => openHref(url),
  }));
}

function usePageEntries(): PaletteEntry[] {
  const { i18n } = useTranslation('shell');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  return knownPages.map(({ path, icon, ...page }) => ({
    id: `page ${path}`,
    group: 'pages',
    name: nameIn(page, i18n.language),
    detail: path,
    icon,
    run: () => openHref(page.isScoped ? scopedHref(path) : path),
  }));
}

/**
 * Tables or folders of the current connector, as the sidebar has loaded them; where there are more,
 * the server finds them.
 */
function useTableEntries(text: string): PaletteEntry[] {
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const { project, connector } = useCurrentProject();
  const [search] = useDebouncedValue(text.trim(), 150);
  const { data: listed } = useQuery({
    ...resourcesQuery(project?.id ?? '', connector?.id ?? ''),
    enabled: connector !== undefined,
  });
  const { data: found } = useQuery({
    ...resourcesQuery(project?.id ?? '', connector?.id ?? '', { search }),
    enabled: listed?.more === true && search.length >= SHORTEST_SEARCH && !/^[>/]/.test(search),
  });
  if (!listed || !connector) return [];
  const hasSchemas = listed.schemas.length > 1;
  return [...new Map([...listed.items, ...(found?.items ?? [])].map(byPlace)).values()].map(
    (resource) => ({
      id: `table ${resource.schema}.${resource.name}`,
      group: 'tables' as const,
      name: resource.label,
      detail: [
        hasSchemas && resource.schema,
        resource.label === resource.name || resource.kind === 'folder'
          ? connector.name
          : resource.name,
      ]
        .filter(Boolean)
        .join(' · '),
      icon: resourceIcons[resource.kind],
      run: () => openHref(scopedHref(resourcePath(resource))),
    }),
  );
}

function byPlace(resource: Resource): [string, Resource] {
  return [`${resource.schema}.${resource.name}`, resource];
}

/** Saved queries of the current database, each opened in the editor. */
function useQueryEntries(): PaletteEntry[] {
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const { connector } = useCurrentProject();
  const { data = [] } = useQuery({
    ...savedQueriesQuery(connector?.id ?? ''),
    enabled: connector?.implementation === 'sql',
  });
  return data.map(({ id, name, folder, owner, isMine }) => ({
    id: `query ${id}`,
    group: 'queries',
    name,
    detail: [folder, isMine ? '' : owner].filter(Boolean).join(' · '),
    icon: 'code',
    run: () => openHref(`${scopedHref('/sql/editor')}&query=${id}`),
  }));
}

function useDashboardEntries(): PaletteEntry[] {
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const { project } = useCurrentProject();
  const { data = [] } = useQuery({
    ...dashboardsQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  return data.map(({ id, name, description }) => ({
    id: `dashboard ${id}`,
    group: 'dashboards',
    name,
    detail: description,
    icon: 'dashboard',
    run: () => openHref(scopedHref(`/dashboards/${id}`)),
  }));
}

const SHORTEST_SEARCH = 2;

/** Found on the server: there may be any number of them. */
function useSnippetEntries(text: string): PaletteEntry[] {
  const { i18n } = useTranslation('shell');
  const openHref = useOpenHref();
  const [search] = useDebouncedValue(text.trim(), 150);
  const isSearched = search.length >= SHORTEST_SEARCH && !/^[>/]|^https?:/.test(search);
  const { data } = useQuery({ ...foundSnippetsQuery(search), enabled: isSearched });
  if (!isSearched || !data) return [];
  return data.map(({ id, title, author }) => ({
    id: `snippet ${id}`,
    group: 'snippets',
    name: textIn(title, i18n.language),
    ...(author && { detail: author.name }),
    icon: 'code',
    run: () => openHref(`/community/snippets/${id}`),
  }));
}

function useProjectEntries(): PaletteEntry[] {
  const switchTo = useSwitchTo();
  const { settings } = useCurrentUser();
  return favoritesFirst(useProjects(), settings.favorites).flatMap((project) => [
    {
      id: `project ${project.id}`,
      group: 'projects',
      name: project.name,
      icon: 'building',
      run: () => switchTo(project),
    },
    ...project.connectors.map((connector): PaletteEntry => ({
      id: `connector ${connector.id}`,
      group: 'projects',
      name: connector.name,
      detail: project.name,
      icon: connector.implementation === 'sql' ? 'database' : 'folder',
      run: () => switchTo(project, connector),
    })),
  ]);
}

/** What the page on screen can do, before what can be done everywhere. */
function usePageActionEntries(): PaletteEntry[] {
  return useShownPageActions().flatMap(({ id, name, icon, run }) =>
    run ? { id: `here ${id}`, group: 'actions' as const, name, icon, run } : [],
  );
}

function useActionEntries({ panes, onOpenShortcuts }: Sources): PaletteEntry[] {
  const { t } = useTranslation('shell');
  const { settings } = useCurrentUser();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const pageName = usePageName();
  const { pins, showRawNames } = settings;
  const isHerePinned = isPinned(pins, href);
  const action = (key: string, icon: PaletteEntry['icon'], run: () => void): PaletteEntry => ({
    id: `action ${key}`,
    group: 'actions',
    name: t(`actions.${key}`),
    icon,
    run,
  });
  return [
    isHerePinned
      ? action('unpin', 'pinOff', () => changeSetting({ pins: removePin(pins, href) }))
      : action('pin', 'pin', () =>
          changeSetting({ pins: addPin(pins, { url: href, name: pageName(href) }) }),
        ),
    action('themeAuto', 'system', () => changeSetting({ theme: 'auto' })),
    action('themeLight', 'sun', () => changeSetting({ theme: 'light' })),
    action('themeDark', 'moon', () => changeSetting({ theme: 'dark' })),
    action('english', 'language', () => changeSetting({ uiLang: 'en' })),
    action('german', 'language', () => changeSetting({ uiLang: 'de' })),
    action(showRawNames ? 'aliasNames' : 'rawNames', 'tag', () =>
      changeSetting({ showRawNames: !showRawNames }),
    ),
    action('toggleLeft', 'sidebar', panes.left.toggle),
    action('toggleBottom', 'paneBottom', panes.bottom.toggle),
    action('toggleRight', 'paneRight', panes.right.toggle),
    action('shortcuts', 'keyboard', onOpenShortcuts),
    action('signOut', 'logout', () => void signOut()),
  ];
}
