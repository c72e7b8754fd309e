import type { ComponentType } from 'react';
import type { Followers } from '#platform/events/followers.ts';
import type { IconName } from '#ui/icon.tsx';

/** The sections of the sidebar that list pages. */
export type PageSection = 'links' | 'dashboards' | 'automations' | 'community' | 'team';

/** A page as the sidebar, the palette, pins and recent lists name it. */
export type ListedPage = {
  /** Where it is listed under another address than its route has. */
  path?: string;
  /** Here and not in the feature's texts, which are loaded with its pages: every page names every other. */
  name: { en: string; de: string };
  icon: IconName;
  /** Its section, and the place among the pages of it. */
  sidebar?: readonly [section: PageSection, place: number];
  /** The first page of a section leads there from the links as well; in its section it is called so. */
  area?: { place: number; name: { en: string; de: string } };
};

/** Pages of several features that are shown as one place, with tabs above each of them. */
export type Area = 'settings' | 'account' | 'staff';

export type AreaTab = {
  area: Area;
  place: number;
  name: { en: string; de: string };
  /** Where a page has two tabs: what the address of this one adds, `?show=mails`. */
  search?: string;
};

export type FeaturePage = {
  path: string;
  /**
   * Who may open it and in which layout; a scoped one names project and connector in its address, an
   * open one is for everybody, signed in or not, and has nothing around it.
   */
  kind?: 'scoped' | 'guest' | 'staff' | 'debug' | 'open';
  /** The namespaces it needs. */
  texts?: string | readonly string[];
  load: () => Promise<{ default: ComponentType }>;
  /** One address may be a page of two features: which is shown depends on the connector. */
  connector?: 'sql' | 's3';
  listed?: ListedPage;
  /** Its tabs, where it is part of an area. */
  tabs?: readonly AreaTab[];
};

/** A thing of a feature that the palette leads to: a table, a saved query. */
export type FoundThing = {
  id: string;
  name: string;
  detail?: string;
  icon: IconName;
  href: string;
  /** It was found by what is typed, perhaps by more than its name. */
  isFound?: true;
};

/** What the palette finds of a feature, under a heading of its own. */
export type PaletteGroup = {
  name: { en: string; de: string };
  /** Among the groups of all features. */
  place: number;
  /** Comes with the palette: a hook, asked again with every letter that is typed. */
  load: () => Promise<{ useFound: (text: string) => FoundThing[] }>;
};

/** What a feature brings to the product: adding one touches its folder and the list of them all. */
export type Feature = {
  pages: readonly FeaturePage[];
  /** Addresses that lead to others. */
  moved?: Readonly<Record<string, string>>;
  /** What the palette finds beside its pages. */
  palette?: PaletteGroup;
  /** What it reads again on which event. */
  followers?: readonly Followers[];
};
