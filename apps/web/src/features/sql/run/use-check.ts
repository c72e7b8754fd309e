import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { splitStatements, statementAt } from '@causeway/contract/sql/lexer.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#platform/api/api.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { bindingsOf } from './run-store.ts';

const PAUSE_MS = 350;
/** Longer texts are only looked at when they run. */
const LONGEST = 20_000;

/** The statement the cursor stands in, and what the database makes of it while it is typed. */
export function useCheck(
  { id: connectorId, implementation }: Pick<Connector, 'id' | 'implementation'>,
  tab: EditorTab,
  cursor: number,
) {
  const route = implementation === 'sql' ? sqlEditorRoutes.check : fileRoutes.check;
  const statement = useMemo(
    () => (tab.sql.length > LONGEST ? undefined : statementAt(splitStatements(tab.sql), cursor)),
    [tab.sql, cursor],
  );
  const bindings = statement ? bindingsOf(tab, statement.text) : {};
  const asked = useMemo(
    () => ({ statement, bindings }),
    // oxlint-disable-next-line react/exhaustive-deps
    [statement?.text, statement?.from, JSON.stringify(bindings)],
  );
  const [settled] = useDebouncedValue(asked, PAUSE_MS);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['queries', connectorId, 'check', settled.statement?.text, settled.bindings],
    queryFn: ({ signal }) =>
      api.call(
        route,
        {
          body: {
            connector: { id: connectorId },
            sql: settled.statement?.text ?? '',
            bindings: settled.bindings,
          },
        },
        { signal },
      ),
    enabled: settled.statement !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  const isCurrent = statement !== undefined && settled.statement?.text === statement.text;
  return { statement, check: isCurrent && !isPlaceholderData ? data : undefined };
}
