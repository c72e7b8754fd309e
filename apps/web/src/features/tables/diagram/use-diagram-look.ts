import { useSearch } from '@tanstack/react-router';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import type { TableName } from '../table-name.ts';

export type DiagramLook = {
  schema: string;
  /** Only this table and those around it. */
  focus: string | undefined;
  columns: 'keys' | 'all';
};

/** What is drawn, as the address says. */
export function useDiagramLook(shownSchema: string) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const openHref = useOpenHref();
  const hrefOf = useDiagramHref();
  const look: DiagramLook = {
    schema: shownSchema,
    focus: textOf(search['focus']),
    columns: search['columns'] === 'all' ? 'all' : 'keys',
  };
  return {
    look,
    hrefOf: (change: Partial<DiagramLook>) => hrefOf({ ...look, ...change }),
    changeLook: (change: Partial<DiagramLook>) => openHref(hrefOf({ ...look, ...change })),
  };
}

/** The address of the diagram, from wherever it is asked for. */
export function useDiagramHref(): (look: Partial<DiagramLook>) => string {
  const scopedHref = useScopedHref();
  return ({ schema, focus, columns }) => {
    const search = new URLSearchParams({ mode: 'diagram' });
    if (schema !== undefined) search.set('schema', schema);
    if (focus !== undefined) search.set('focus', focus);
    if (columns === 'all') search.set('columns', 'all');
    return `${scopedHref('/explore')}&${search}`;
  };
}

export function focusOn({ schema, table }: TableName): Pick<DiagramLook, 'schema' | 'focus'> {
  return { schema, focus: table };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
