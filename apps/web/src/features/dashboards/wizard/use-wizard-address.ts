import { dashboardWizardRoutes } from '@causeway/contract/dashboards/wizards.ts';
import { parseSearch, stringifySearch, type SearchText } from '@causeway/contract/search-text.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { useLocation } from '@tanstack/react-router';
import { api } from '#platform/api/api.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';

const PATH = '/dashboards/wizard';
const chosenKeys = new Set(['over', 'schema', 'table', 'date', 'measure', 'by', 'off']);

/**
 * What was chosen so far lies in the address, which gets an id with the first choice; under that id it
 * is kept on the server as well, so that it can be left and taken up on another computer.
 */
export function useWizardAddress() {
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  const id = useAddressId();
  const { project } = useCurrentProject();
  const openHref = useOpenHref();
  const search = parseSearch(text);
  const one = (key: string) => [search[key] ?? []].flat().at(-1);
  const change = (part: Record<string, string | string[] | undefined>) => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined),
    ) as SearchText;
    const wizardId = id ?? crypto.randomUUID();
    openHref(`${PATH}/${wizardId}${stringifySearch(next)}`, { replace: true });
    if (!project) return;
    const state = Object.fromEntries(Object.entries(next).filter(([key]) => chosenKeys.has(key)));
    const params = { projectId: project.id, wizardId };
    // It is in the address too: whoever goes on here does not miss it, and who leaves right now may.
    void api
      .call(dashboardWizardRoutes.keep, { params, body: { state } }, { keepalive: true })
      .catch(() => undefined);
  };
  return {
    id,
    over: one('over'),
    schema: one('schema') ?? DEFAULT_SCHEMA,
    table: one('table'),
    date: one('date'),
    measure: one('measure'),
    dimensions: search.by === undefined ? undefined : [search.by].flat(),
    /** Suggestions that are not wanted. */
    off: [search.off ?? []].flat(),
    change,
    /** With what was kept under the id of the address. */
    takeUp: (state: SearchText) =>
      openHref(`${PATH}/${id ?? ''}${stringifySearch({ ...search, ...state })}`, { replace: true }),
  };
}
