import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';

/** Places of the list that are no folders: a folder's name has no slash at its end. */
export const ALL = '/';
export const FAVORITES = '*/';

/** Every folder there is, with those above it. */
export function foldersOf(list: readonly DashboardSummary[]): string[] {
  const all = list.flatMap(({ folder }) => {
    const parts = folder.split('/').filter(Boolean);
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  });
  return [...new Set(all)].toSorted((one, other) => one.localeCompare(other));
}

/** What fits the words and lies in the place; favorites first, then what was seen last. */
export function chooseDashboards(
  list: readonly DashboardSummary[],
  { search, place }: { search: string; place: string },
): DashboardSummary[] {
  const wanted = search.trim().toLowerCase();
  return list
    .filter(({ name, description, folder, author }) =>
      [name, description, folder, author ?? ''].join('\n').toLowerCase().includes(wanted),
    )
    .filter(({ folder, isFavorite }) => {
      if (place === ALL) return true;
      if (place === FAVORITES) return isFavorite;
      return folder === place || folder.startsWith(`${place}/`);
    })
    .toSorted(
      (one, other) =>
        Number(other.isFavorite) - Number(one.isFavorite) ||
        (other.viewedAt ?? '').localeCompare(one.viewedAt ?? ''),
    );
}
