import { addPin, isPinned, removePin } from '@causeway/contract/settings/pins.ts';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { thingAt } from '@causeway/contract/recent-pages.ts';
import { usePageLooks } from '#platform/navigation/page-name.ts';
import { useRecentPages } from '#platform/navigation/recent-pages.ts';
import { useShownPageActions } from '#platform/page-actions.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { chooseLanguage } from '#platform/settings/choose-language.ts';
import { changeSetting } from '#platform/settings/use-settings.ts';
import { favoritesFirst } from '../favorites-first.ts';
import { knownPages, nameIn, pageIconOf } from '../page-names.ts';
import type { Panes } from '../panes/use-panes.ts';
import { signOut } from '../sign-out.ts';
import { useSwitchTo } from '../use-switch-to.ts';
import type { LoadedGroup } from './load-palette.tsx';
import type { PaletteEntry } from './palette-search.ts';

type Sources = {
  panes: Panes;
  onOpenShortcuts: () => void;
  pasted: string | undefined;
  text: string;
  groups: readonly LoadedGroup[];
};

/** Everything the palette can reach, in the order its groups are shown. */
export function usePaletteEntries(sources: Sources): PaletteEntry[] {
  const pasted = usePastedEntry(sources.pasted);
  const recent = useRecentEntries();
  const pins = usePinEntries();
  const pages = usePageEntries();
  const things = useFeatureEntries(sources.groups, sources.text);
  const projects = useProjectEntries();
  const actions = [...usePageActionEntries(), ...useActionEntries(sources)];
  return [...pasted, ...recent, ...pins, ...pages, ...things, ...projects, ...actions];
}

function usePastedEntry(href: string | undefined): PaletteEntry[] {
  const { t } = useTranslation('shell');
  const openHref = useOpenHref();
  const { nameOf } = usePageLooks();
  if (!href) return [];
  const name = t('palette.openLink', { name: nameOf(href) });
  return [
    { id: 'pasted', group: 'pasted', name, detail: href, icon: 'link', run: () => openHref(href) },
  ];
}

function useRecentEntries(): PaletteEntry[] {
  const openHref = useOpenHref();
  const { id } = useCurrentUser();
  const { nameOf } = usePageLooks();
  const current = useLocation({ select: ({ publicHref }) => publicHref });
  const { pages } = useRecentPages(id);
  return pages
    .filter(({ url }) => thingAt(url) !== thingAt(current))
    .map(({ url, name }) => ({
      id: `recent ${url}`,
      group: 'recent',
      name: nameOf(url, name),
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

/** What the features find; the list of them never changes, so neither does the order of their hooks. */
function useFeatureEntries(groups: readonly LoadedGroup[], text: string): PaletteEntry[] {
  const { i18n } = useTranslation('shell');
  const openHref = useOpenHref();
  return groups.flatMap(({ useFound, name }) => {
    const group = nameIn({ name }, i18n.language);
    // oxlint-disable-next-line react/hooks
    return useFound(text).map(({ href, id, ...thing }) => ({
      ...thing,
      id: `${group} ${id}`,
      group,
      run: () => openHref(href),
    }));
  });
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
  const { nameOf } = usePageLooks();
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
          changeSetting({ pins: addPin(pins, { url: href, name: nameOf(href) }) }),
        ),
    action('themeAuto', 'system', () => changeSetting({ theme: 'auto' })),
    action('themeLight', 'sun', () => changeSetting({ theme: 'light' })),
    action('themeDark', 'moon', () => changeSetting({ theme: 'dark' })),
    action('english', 'language', () => chooseLanguage('en')),
    action('german', 'language', () => chooseLanguage('de')),
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
