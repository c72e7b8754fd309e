import type { UserSettings } from './settings.ts';

type Favorites = UserSettings['favorites'];

export function isFavorite(favorites: Favorites, projectId: string): boolean {
  return favorites.some((favorite) => favorite.projectId === projectId);
}

export function toggleFavorite(favorites: Favorites, projectId: string): Favorites {
  return isFavorite(favorites, projectId)
    ? favorites.filter((favorite) => favorite.projectId !== projectId)
    : [...favorites, { projectId }];
}
