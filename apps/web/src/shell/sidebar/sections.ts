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
