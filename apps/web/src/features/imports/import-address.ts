import { useSearch } from '@tanstack/react-router';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';

export const steps = ['source', 'read', 'map', 'check'] as const;
export type Step = (typeof steps)[number];

export const importViews = ['new', 'recipes', 'activity'] as const;
export type ImportView = (typeof importViews)[number];

/** What a link to /explore/import restores: where one is, in which import, and for which table. */
export type ImportAddress = {
  view: ImportView;
  step: Step;
  importId: string | undefined;
  recipeId: string | undefined;
  /** The table one came from. */
  schema: string | undefined;
  table: string | undefined;
};

export function readAddress(search: Readonly<Record<string, unknown>>): ImportAddress {
  const importId = textOf(search['import']);
  return {
    view: importViews.find((one) => one === search['view']) ?? 'new',
    step: importId ? (steps.find((one) => one === search['step']) ?? 'read') : 'source',
    importId,
    recipeId: textOf(search['recipe']),
    schema: textOf(search['schema']),
    table: textOf(search['table']),
  };
}

export function addressToSearch(address: Partial<ImportAddress>): URLSearchParams {
  const { view, step, importId, recipeId, schema, table } = address;
  const named = {
    view: view === 'new' ? undefined : view,
    import: importId,
    step: importId ? step : undefined,
    recipe: recipeId,
    schema,
    table,
  };
  const given = Object.entries(named).flatMap(([key, value]) => (value ? [[key, value]] : []));
  return new URLSearchParams(given);
}

export function useImportAddress(): ImportAddress {
  return readAddress(useSearch({ strict: false }));
}

export function useImportHref(): (address: Partial<ImportAddress>) => string {
  const scopedHref = useScopedHref();
  return (address) => {
    const search = addressToSearch(address);
    return scopedHref('/explore/import') + (search.size > 0 ? `&${search}` : '');
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
