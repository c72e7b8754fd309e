import { type Finding, intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import type { Acting } from '#platform/operations/acting.ts';

type Asking = {
  as: Acting;
  projectId: string;
  connectorId: string | null;
  page: PageContext | undefined;
};

/** What the page says is only an id: the finding is read with the rights of who asks. */
export async function findFindingOnPage(asking: Asking): Promise<Finding | undefined> {
  const { as, projectId, connectorId, page } = asking;
  if (page?.findingId === undefined || connectorId === null) return undefined;
  const query = { connectorId, findingId: page.findingId, limit: 1 };
  const found = await as
    .call(intelligenceRoutes.list, { params: { projectId }, query })
    .catch((error: unknown) => {
      // Who may not see findings is answered as if there were none.
      if (error instanceof Failure) return undefined;
      throw error;
    });
  return found?.items[0];
}
