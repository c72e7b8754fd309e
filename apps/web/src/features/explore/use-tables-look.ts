import { exploreModeOf, rememberExploreMode } from '@causeway/contract/explore-modes.ts';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { DEFAULT_SCHEMA } from './table-name.ts';

export const tablesLooks = ['table', 'diagram'] as const;
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
  const schema =
    typeof search.schema === 'string' && search.schema !== '' ? search.schema : DEFAULT_SCHEMA;

  function open(next: { look: TablesLook; schema: string }) {
    const wanted = new URLSearchParams({ mode: next.look });
    if (next.schema !== DEFAULT_SCHEMA) wanted.set('schema', next.schema);
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
