import type { Catalog, Reference } from './catalog.ts';

const MOST_HOPS = 3;

export type Path = Reference[];

/**
 * The way from a table to one its rows belong to: along references from many to one, so that no row is
 * counted twice. Two that are equally short are no way: which is meant has to be said.
 */
export function pathTo(catalog: Catalog, from: string, to: string): Path | 'ambiguous' | undefined {
  if (from === to) return [];
  let ends: { at: string; path: Path }[] = [{ at: from, path: [] }];
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    ends = ends.flatMap(({ at, path }) =>
      catalog.references
        .filter((reference) => reference.from === at && reference.to !== at)
        .map((reference) => ({ at: reference.to, path: [...path, reference] })),
    );
    const arrived = ends.filter(({ at }) => at === to);
    if (arrived.length === 1) return arrived[0]!.path;
    if (arrived.length > 1) {
      const sure = arrived.filter(({ path }) => path.every(({ isImplied }) => !isImplied));
      return sure.length === 1 ? sure[0]!.path : 'ambiguous';
    }
  }
  return undefined;
}

export function reaches(catalog: Catalog, from: string, to: string): Path | undefined {
  const path = pathTo(catalog, from, to);
  return path === 'ambiguous' ? undefined : path;
}
