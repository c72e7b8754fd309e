import { Failure } from '@causeway/contract/errors.ts';
import { type Replacement, replaceRoutes } from '@causeway/contract/replace.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { findConflicts } from './check.ts';
import { countMatches, previewRows } from './look.ts';
import { type Asking, openReplacement } from './open-replacement.ts';
import { runReplacement } from './run.ts';

export function mountReplace(mount: Mount, services: Services): void {
  const open = (call: Asking, { replacement }: { replacement: Replacement }) =>
    openReplacement(services, call, replacement);

  mount('replace', replaceRoutes, {
    count: async ({ body, signal, ...call }) => {
      return countMatches(services, await open(call, body), signal);
    },
    preview: async ({ body, signal, ...call }) => {
      const { after, limit } = body;
      return previewRows(services, await open(call, body), { after, limit, signal });
    },
    check: async ({ body, signal, ...call }) => {
      return findConflicts(services, await open(call, body), { chosen: body, signal });
    },
    run: async ({ body, signal, ...call }) => {
      const replacement = await open(call, body);
      if (!replacement.table.isUpdatable) throw new Failure('E_TABLE_READ_ONLY');
      const { expectedRows } = body;
      const running = { actor: call.actor, chosen: body, expectedRows, signal };
      return runReplacement(services, replacement, running);
    },
  });
}
