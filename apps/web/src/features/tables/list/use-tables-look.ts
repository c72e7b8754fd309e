import { exploreModeOf, rememberExploreMode } from '@causeway/contract/settings/explore-modes.ts';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';

export const tablesLooks = ['table', 'diagram', 'objects'] as const;
export type TablesLook = (typeof tablesLooks)[number];

/** How the tables of a database are shown, and of which schema: what the address says, else what was chosen last. */
export function useTablesLook() {
  const search = useSearch({ strict: false }) as { mode?: unknown; schema?: unknown };
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const { exploreModes } = useSettings();
  const scopedHref = useScopedHref();
  const openHref = useOpenHref();
  const remembered = exploreModeOf(exploreModes, href, 'sql');
  const findLook = (mode: unknown) => tablesLooks.find((known) => known === mode);
  const look = findLook(search.mode) ?? findLook(remembered) ?? 'table';
  /** Undefined where nobody said: the database's fullest schema then. */
  const schema =
    typeof search.schema === 'string' && search.schema !== '' ? search.schema : undefined;

  function open(next: { look: TablesLook; schema: string | undefined }) {
    const wanted = new URLSearchParams({ mode: next.look });
    if (next.schema !== undefined) wanted.set('schema', next.schema);
    openHref(`${scopedHref('/explore')}&${wanted}`, { replace: true });
  }

  return {
    look,
    schema,
    chooseSchema: (next: string) => open({ look, schema: next }),
    chooseLook: (next: TablesLook) => {
      changeSetting({ exploreModes: rememberExploreMode(exploreModes, href, next) });
      open({ look: next, schema });
    },
  };
}
