/** What is looked for and what takes its place, in rows as in files. */
export type SearchDraft = {
  find: string;
  replaceWith: string;
  isRegex: boolean;
  matchCase: boolean;
  wholeWord: boolean;
};

export type AddressSearch = Readonly<Record<string, unknown>>;

export function readSearchDraft(search: AddressSearch): SearchDraft {
  return {
    find: findText(search['find']) ?? '',
    replaceWith: findText(search['with']) ?? '',
    isRegex: search['regex'] === '1',
    matchCase: search['case'] !== '0',
    wholeWord: search['word'] === '1',
  };
}

/** Adds what stands for it, without what is as usual. */
export function writeSearchDraft(draft: SearchDraft, search: URLSearchParams): void {
  if (draft.find !== '') search.set('find', draft.find);
  if (draft.replaceWith !== '') search.set('with', draft.replaceWith);
  if (draft.isRegex) search.set('regex', '1');
  if (!draft.matchCase) search.set('case', '0');
  if (draft.wholeWord) search.set('word', '1');
}

/** Of a parameter that stands there several times, the first counts. */
export function findText(value: unknown): string | undefined {
  return listTexts(value)[0];
}

export function listTexts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}
