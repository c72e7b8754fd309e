import { viewRoutes } from '@causeway/contract/storage/view.ts';
import { api } from '#platform/api/api.ts';
import { createLabelStore, type LabelStore } from '../references/label-store.ts';

/** Signed addresses live for two hours at most. */
const ADDRESSES_LAST_MS = 3_600_000;

const stores = new Map<string, { store: LabelStore; madeAt: number }>();

/** Addresses of objects that cards on screen show: asked for together, like the names of rows. */
export function pictureAddressesOf(bucketId: string): LabelStore {
  const known = stores.get(bucketId);
  if (known && Date.now() - known.madeAt < ADDRESSES_LAST_MS) return known.store;
  const store = createLabelStore(async (paths) => {
    const found = await api.call(viewRoutes.viewUrls, {
      body: { connector: { id: bucketId }, paths },
    });
    return new Map(found.map(({ path, url }) => [path, url]));
  });
  stores.set(bucketId, { store, madeAt: Date.now() });
  return store;
}
