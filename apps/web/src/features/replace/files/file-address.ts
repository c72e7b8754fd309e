import type { TextReplacement } from '@causeway/contract/storage/replace.ts';
import {
  type AddressSearch,
  findText,
  readSearchDraft,
  type SearchDraft,
  writeSearchDraft,
} from '../search-address.ts';

/** What a link to /sql/replace restores where a bucket is looked through. */
export type FileDraft = SearchDraft & { folder: string; names: string };

export function readFileDraft(search: AddressSearch): FileDraft {
  return {
    ...readSearchDraft(search),
    folder: findText(search['folder']) ?? '',
    names: findText(search['names']) ?? '',
  };
}

export function writeFileDraft(draft: FileDraft): URLSearchParams {
  const search = new URLSearchParams();
  if (draft.folder !== '') search.set('folder', draft.folder);
  if (draft.names.trim() !== '') search.set('names', draft.names);
  writeSearchDraft(draft, search);
  return search;
}

/** What is asked of the server; undefined until there is something to look for. */
export function textReplacementOf(draft: FileDraft): TextReplacement | undefined {
  if (draft.find === '') return undefined;
  const folder =
    draft.folder === '' || draft.folder.endsWith('/') ? draft.folder : `${draft.folder}/`;
  return { ...draft, folder, names: draft.names.trim() };
}
