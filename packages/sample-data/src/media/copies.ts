import type { SampleObject } from './objects.ts';

/** Copies as they pile up in every bucket: what the look for duplicates is there to find. */
const copies: Record<string, string> = {
  'documents/terms (1).txt': 'documents/terms.txt',
  'exports/marketplace-orders (1).csv': 'exports/marketplace-orders.csv',
  'archive/from the old site/forest.jpg': 'pictures/landscapes/forest-at-dawn.jpg',
  'archive/from the old site/header.jpg': 'pictures/landscapes/causeway-at-dusk.jpg',
  'archive/from the old site/header-final.jpg': 'pictures/landscapes/causeway-at-dusk.jpg',
};

export function copiedObjects(originals: SampleObject[]): SampleObject[] {
  return Object.entries(copies).flatMap(([key, from]) => {
    const original = originals.find((object) => object.key === from);
    return original ? { ...original, key } : [];
  });
}
