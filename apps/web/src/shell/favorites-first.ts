import { isFavorite } from '@causeway/contract/settings/favorites.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { UserSettings } from '@causeway/contract/settings/settings.ts';

/** Favorites in front, otherwise the order the server gave. */
export function favoritesFirst(
  projects: Project[],
  favorites: UserSettings['favorites'],
): Project[] {
  const [starred, others] = [true, false].map((wanted) =>
    projects.filter(({ id }) => isFavorite(favorites, id) === wanted),
  );
  return [...(starred ?? []), ...(others ?? [])];
}
