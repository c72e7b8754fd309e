import {
  MAX_EXPLORE_MODES,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
  type UserSettings,
} from './settings.ts';

type ExploreModes = UserSettings['exploreModes'];

/**
 * How a page of the explorer is shown, remembered per page. A page is its path and, of the query, only
 * projectId and connectorId: filters, sorting and paging share one mode.
 */
export function exploreModeKey(address: string): string {
  const url = new URL(address, 'http://any.invalid');
  const kept = new URLSearchParams();
  for (const name of ['projectId', 'connectorId']) {
    const value = url.searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? url.pathname : `${url.pathname}?${kept}`;
}

/** SET-4. A bucket's grid is one of rows; thumbnails are another mode. An implementation left empty is a bucket. */
export function defaultExploreMode(implementation: 'sql' | 's3' | ''): string {
  return implementation === 'sql' ? 'table' : 'grid';
}

export function exploreModeOf(
  modes: ExploreModes,
  address: string,
  implementation: 'sql' | 's3' | '',
): string {
  const key = exploreModeKey(address);
  const entry = modes.findLast((candidate) => candidate.url === key);
  return entry?.mode ?? defaultExploreMode(implementation);
}

/** The newest choice stands last; past the limit the oldest is dropped. Too long an address is not kept. */
export function rememberExploreMode(
  modes: ExploreModes,
  address: string,
  mode: string,
): ExploreModes {
  const url = exploreModeKey(address);
  const scopeId = new URL(url, 'http://any.invalid').searchParams.get('connectorId') ?? '';
  const entry = { url, mode, scopeId };
  const isShort = [mode, scopeId].every(({ length }) => length <= MAX_NAME_LENGTH);
  if (!isShort || url.length > MAX_URL_LENGTH) return modes;
  const others = modes.filter((other) => other.url !== url);
  return [...others, entry].slice(-MAX_EXPLORE_MODES);
}
