import { expect } from 'vitest';
import type { Check } from '@causeway/contract/intelligence/checks.ts';
import {
  type Coverage,
  type Finding,
  intelligenceRoutes as routes,
} from '@causeway/contract/intelligence/intelligence.ts';
import { eventually } from './eventually.ts';
import type { SqlWorkspace } from './sql-workspace.ts';

/** Scans and what they found, as people ask for them. */
export function createScanRequests(space: SqlWorkspace, connectorId = space.plain) {
  const params = { projectId: space.projectId };

  async function coverage(): Promise<Coverage> {
    const all = await space.server.call(routes.coverage, { params }, space.viewer);
    return all.find((one) => one.connectorId === connectorId)!;
  }

  /** Until the last scan is over, well; with its cause, until there is one of it. */
  async function ended(cause?: string): Promise<Coverage> {
    return eventually(async () => {
      const covered = await coverage();
      const { scan } = covered;
      expect([scan?.state, scan?.error]).toEqual(['done', null]);
      if (cause !== undefined) expect(scan?.cause).toBe(cause);
      return covered;
    });
  }

  async function list(show: 'open' | 'ended' = 'open'): Promise<Finding[]> {
    const asked = { params, query: { connectorId, show } };
    return (await space.server.call(routes.list, asked, space.viewer)).items;
  }

  return {
    coverage,
    ended,
    list,
    scan: async (): Promise<Coverage> => {
      await space.server.call(routes.scan, { params, body: { connectorId } }, space.editor);
      return ended();
    },
    find: async (check: Check, table?: string): Promise<Finding | undefined> => {
      return (await list()).find((one) => {
        return one.check === check && (table === undefined || one.table === table);
      });
    },
  };
}
