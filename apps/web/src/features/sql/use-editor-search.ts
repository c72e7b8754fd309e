import { useLocation, useRouter } from '@tanstack/react-router';

/** What the address of the editor restores beside project and connector. */
export type EditorSearch = {
  /** The tab on screen. */
  tab: string | undefined;
  /** A saved query to open. */
  query: string | undefined;
  /** Other values for its parameters than the saved ones, as JSON: those of a tile, say. */
  values: string | undefined;
  /** A text to open in a new tab: from the wizard, a snippet, a table. */
  sql: string | undefined;
  /** A snapshot whose statement is to be opened with the values it had. */
  again: string | undefined;
  /** A result kept for good, and another one to compare it with. */
  snapshot: string | undefined;
  versus: string | undefined;
};

export function useEditorSearch(): EditorSearch {
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined);
  return {
    tab: text('tab'),
    query: text('query'),
    values: text('values'),
    sql: text('sql'),
    again: text('again'),
    snapshot: text('snapshot'),
    versus: text('versus'),
  };
}

/** Writes into the address; going back does not go through every tab somebody looked at. */
export function useChangeEditorSearch() {
  const { history } = useRouter();
  return (change: Partial<EditorSearch>, { replace = true } = {}) => {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    (replace ? history.replace : history.push)(url.pathname + url.search + url.hash);
  };
}
