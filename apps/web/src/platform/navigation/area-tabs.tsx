import { useLocation } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { findCurrentTab } from './area-tab.ts';
import type { Area, AreaTab } from './feature.ts';
import { TabLinks } from './tab-links.tsx';

export type ListedTab = AreaTab & { path: string; isScoped: boolean };

/** The shell knows the pages of every feature and hands down which of them make an area. */
export const AreaTabsContext = createContext<(area: Area) => readonly ListedTab[]>(() => []);

/** Above every page of an area, which several features share; each brings its own in its manifest. */
export function AreaTabs({ area }: { area: Area }) {
  const { t, i18n } = useTranslation('platform');
  const tabs = useContext(AreaTabsContext)(area);
  const scopedHref = useScopedHref();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const current = findCurrentTab(tabs, href);
  return (
    <TabLinks
      label={t(`areas.${area}`)}
      tabs={tabs.map((tab) => ({
        href: tab.isScoped ? scopedHref(tab.path) : tab.path + (tab.search ?? ''),
        label: i18n.language === 'de' ? tab.name.de : tab.name.en,
        isCurrent: tab === current,
      }))}
    />
  );
}
