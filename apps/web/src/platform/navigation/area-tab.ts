type Tab = { path: string; search?: string };

/** The tab of an address; where two share a path, the one whose parameter the address has. */
export function findCurrentTab<T extends Tab>(tabs: readonly T[], href: string): T | undefined {
  const [path = '', query = ''] = href.split('#')[0]?.split('?') ?? [];
  const given = new URLSearchParams(query);
  const here = tabs.filter((tab) => tab.path === path);
  const isMeant = ({ search }: Tab) =>
    search !== undefined &&
    [...new URLSearchParams(search)].every(([name, value]) => given.get(name) === value);
  return here.find(isMeant) ?? here.find(({ search }) => search === undefined);
}
