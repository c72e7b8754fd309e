import { matchingRoutes, type MatchingChange } from '@causeway/contract/tables/matching-rows.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { showUndo } from '#ui/show-undo.tsx';
import { joinFilters } from '@causeway/contract/tables/view.ts';
import { selectionOf, type Selection } from '../tables-query.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { refreshTable } from '#domain/row-drafts/refresh-table.ts';

type MatchingInput = {
  source: DraftSource;
  view: Selection;
  onRevert: (changeSetId: string) => void;
  /** It is written: what was ticked may be gone. */
  onDone: () => void;
  onClose: () => void;
};

/** How many rows match, counted anew, and writing one change to all of them. */
export function useChangeMatching({ source, view, onRevert, onDone, onClose }: MatchingInput) {
  const { t } = useTranslation('edits');
  const { number } = useFormats();
  const count = useQuery(matchingCountQuery(source, view));
  const [isWriting, setIsWriting] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The same wish under the same key until it is answered, so that it is never done twice. */
  const asked = useRef<{ wish: string; key: string }>(undefined);

  function keyFor(wish: string): string {
    if (asked.current?.wish !== wish) asked.current = { wish, key: crypto.randomUUID() };
    return asked.current.key;
  }

  async function write(change: MatchingChange, expectedRows: number): Promise<void> {
    const { connectorId, name } = source;
    setIsWriting(true);
    try {
      const { changeSetId, updated, deleted } = await api.call(
        matchingRoutes.change,
        {
          params: { table: name.table },
          body: {
            connector: { id: connectorId },
            schema: name.schema,
            screen: 'explore',
            filter: joinFilters(view.filters),
            ...(view.where.trim() !== '' && { where: view.where }),
            change,
            expectedRows,
          },
        },
        { idempotencyKey: keyFor(JSON.stringify([change, expectedRows])) },
      );
      await refreshTable(connectorId, name);
      onDone();
      onClose();
      if (changeSetId) {
        const message =
          change.kind === 'delete'
            ? t('matching.deleted', { count: deleted, total: number(deleted) })
            : t('matching.updated', { count: updated, total: number(updated) });
        void showUndo(message, () => onRevert(changeSetId));
      }
    } catch (error) {
      if (isErrorBody(error)) asked.current = undefined;
      const isOther = isErrorBody(error) && error.code === 'E_VERSION_CONFLICT';
      if (isOther) await count.refetch();
      setProblem(isOther ? 'other-number' : errorText(error));
    } finally {
      setIsWriting(false);
    }
  }

  return { count, isWriting, problem, write };
}

/** Never from memory: it is what somebody is about to agree to. */
function matchingCountQuery({ connectorId, name }: DraftSource, view: Selection) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'matching', name.schema, name.table, selectionOf(view)],
    queryFn: ({ signal }) =>
      api.call(
        tableRoutes.count,
        {
          params: { table: name.table },
          query: { connector: { id: connectorId }, schema: name.schema, ...selectionOf(view) },
        },
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
  });
}
