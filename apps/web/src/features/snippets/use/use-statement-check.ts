import { sqlEditorRoutes, type StatementCheck } from '@causeway/contract/sql/editor.ts';
import { splitStatements } from '@causeway/contract/sql/lexer.ts';
import { listParameters } from '@causeway/contract/sql/placeholders.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export type Checked = {
  problem: string | undefined;
  /** As the database reads them. */
  types: Record<string, string>;
  estimate: StatementCheck['estimate'];
};

type Asked = { connectorId: string; sql: string; values: Record<string, string | null> };

/**
 * Asks the reader's database about the statements, one by one, without running any: it parses them,
 * tells the types of parameters, and plans what can be planned.
 */
export function useStatementCheck({ connectorId, sql, values }: Asked, isReady: boolean) {
  return useQuery({
    queryKey: ['snippets', 'check', connectorId, sql, values],
    queryFn: async ({ signal }): Promise<Checked> => {
      const checked: Checked = { problem: undefined, types: {}, estimate: null };
      for (const { text } of splitStatements(sql)) {
        const asked = listParameters(text).map(({ name }) => [name, values[name] ?? null]);
        const body = {
          connector: { id: connectorId },
          sql: text,
          bindings: Object.fromEntries(asked) as Record<string, string | null>,
        };
        const answer = await api.call(sqlEditorRoutes.check, { body }, { signal });
        for (const { name, type } of answer.parameters) checked.types[name] = type;
        checked.estimate = answer.estimate ?? checked.estimate;
        if (answer.problem) return { ...checked, problem: answer.problem.message };
      }
      return checked;
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
