import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecipe } from '@causeway/contract/imports/records.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { notifyError } from '#platform/notify-error.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';
import { showUndo } from '#ui/show-undo.tsx';

/** Gone at once, and back with one click: it is saved again as it was. */
export async function removeRecipe(
  connectorId: string,
  { id, name, plan, source }: ImportRecipe,
  message: string,
): Promise<void> {
  const connector = { id: connectorId };
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'recipes') });
  try {
    await api.call(importRoutes.removeRecipe, { params: { recipeId: id }, query: { connector } });
    await refresh();
    await showUndo(message, async () => {
      await api
        .call(importRoutes.createRecipe, { body: { connector, name, plan, source } })
        .catch(notifyError);
      await refresh();
    });
  } catch (error) {
    await notifyError(error);
  }
}
