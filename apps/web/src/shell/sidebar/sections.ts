import type { KnownPath } from '../page-names.ts';

export const sectionNames = [
  'links',
  'pins',
  'resources',
  'dashboards',
  'automations',
  'community',
  'team',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** The pages a section always shows; pins and resources bring their own. */
export const sectionPages = {
  links: ['/', '/explore', '/sql/editor', '/chat', '/intelligence'],
  pins: [],
  resources: [],
  dashboards: ['/dashboards', '/dashboards/wizard'],
  automations: [
    '/automations',
    '/automations/workflows',
    '/automations/credentials',
    '/automations/history',
  ],
  community: ['/community/snippets'],
  team: [
    '/settings/members',
    '/settings/connectors',
    '/settings/api-keys',
    '/settings/usage',
    '/settings/general',
  ],
} as const satisfies Record<SectionName, readonly KnownPath[]>;

/** The remembered order first; sections it does not name keep their usual place behind. */
export function orderSections(remembered: string[]): SectionName[] {
  const known = remembered.filter(isSection);
  return [...new Set([...known, ...sectionNames])];
}

export function moveSection(
  order: SectionName[],
  section: SectionName,
  place: number,
): SectionName[] {
  const others = order.filter((name) => name !== section);
  return others.toSpliced(Math.max(0, place), 0, section);
}

function isSection(name: string): name is SectionName {
  return (sectionNames as readonly string[]).includes(name);
}
