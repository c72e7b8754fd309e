import { eventRoutes } from '@causeway/contract/events.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';

export function mountEvents(mount: Mount, { events }: Services): void {
  mount('events', eventRoutes, {
    subscribe: ({ actor, signal, query }) => events.subscribe(actor, signal, query.since),
  });
}
