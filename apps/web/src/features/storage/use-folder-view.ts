import { writtenFile } from '@causeway/contract/sql/files.ts';
import { keyToAddress } from '@causeway/contract/storage/object-path.ts';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { folderViewToSearch, readFolderView, type FolderView } from './folder-view.ts';

type ChangeView = (change: Partial<FolderView>, options?: { replace?: boolean }) => void;

/** The view lives in the address, so going back takes a filter away again. */
export function useFolderView(): { view: FolderView; changeView: ChangeView } {
  const search = useSearch({ strict: false });
  const path = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '' });
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const view = useMemo(() => readFolderView(search), [search]);
  return {
    view,
    changeView: (change, options) =>
      openHref(withView(scopedHref(path), { ...view, ...change }), options),
  };
}

/** Addresses of folders and objects in the explorer; '' is the root of the bucket. */
export function useExploreHref(): (key: string, view?: Partial<FolderView>) => string {
  const scopedHref = useScopedHref();
  return (key, view = {}) =>
    withView(scopedHref(key === '' ? '/explore' : `/explore/${keyToAddress(key)}`), view);
}

/** The search through the whole bucket, for what was typed already. */
export function useSearchHref(): (text: string, folder?: string) => string {
  const exploreHref = useExploreHref();
  return (text, folder = '') => {
    const href = exploreHref(folder, { screen: 'search' });
    return text === '' ? href : `${href}&${new URLSearchParams({ q: text })}`;
  };
}

export function useEditHref(): (key: string) => string {
  const scopedHref = useScopedHref();
  return (key) => scopedHref(`/edit/${keyToAddress(key)}`);
}

/** The SQL editor with a statement that reads the file. */
export function useQueryHref(): (key: string) => string {
  const scopedHref = useScopedHref();
  return (key) => {
    const sql = `select *\nfrom ${writtenFile(key)}`;
    return `${scopedHref('/sql/editor')}&${new URLSearchParams({ sql }).toString()}`;
  };
}

function withView(href: string, view: Partial<FolderView>): string {
  const search = folderViewToSearch(view);
  return search.size > 0 ? `${href}&${search}` : href;
}
