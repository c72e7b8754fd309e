import { listingOrders, type ListingOrder } from '@causeway/contract/storage/objects.ts';

/** SET-4 `grid` is a grid of rows, as everywhere in the product; `tiles` are pictures, for who asks for them. */
export const folderModes = ['grid', 'tiles'] as const;
export type FolderMode = (typeof folderModes)[number];
export const iconsOfModes = { grid: 'list', tiles: 'grid' } as const;

/** What else can be seen of a bucket, besides the objects of one folder. */
export const bucketScreens = ['search', 'usage', 'duplicates', 'trash'] as const;
export type BucketScreen = (typeof bucketScreens)[number];

/** What a link to a folder restores. */
export type FolderView = {
  /** Only names that contain this. */
  name: string;
  order: ListingOrder;
  descending: boolean;
  mode: FolderMode | undefined;
  screen: BucketScreen | undefined;
  /** Also what was deleted, where the bucket keeps it. */
  deleted: boolean;
};

const usual: FolderView = {
  name: '',
  order: 'name',
  descending: false,
  mode: undefined,
  screen: undefined,
  deleted: false,
};

type Search = Readonly<Record<string, unknown>>;

/** What can not be read of an address is as usual. */
export function readFolderView(search: Search): FolderView {
  const [order, direction] = textOf(search['sort']).split(':');
  return {
    name: textOf(search['name']),
    order: listingOrders.find((known) => known === order) ?? usual.order,
    descending: direction === 'desc',
    mode: folderModes.find((known) => known === search['mode']),
    screen: bucketScreens.find((known) => known === search['show']),
    deleted: textOf(search['deleted']) !== '',
  };
}

/** The part of a query string that stands for a view, without what is as usual. */
export function folderViewToSearch(view: Partial<FolderView>): URLSearchParams {
  const { name, order, descending, mode, screen, deleted } = { ...usual, ...view };
  const search = new URLSearchParams();
  if (name !== '') search.set('name', name);
  if (order !== usual.order || descending) {
    search.set('sort', `${order}:${descending ? 'desc' : 'asc'}`);
  }
  if (mode) search.set('mode', mode);
  if (screen) search.set('show', screen);
  if (deleted) search.set('deleted', 'shown');
  return search;
}

/** Names read best from A, the newest and the largest are what one looks for. */
export function startsDescending(order: ListingOrder): boolean {
  return order === 'date' || order === 'size';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
