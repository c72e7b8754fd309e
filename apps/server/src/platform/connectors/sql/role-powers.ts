import { keyOf, type SqlTarget } from '../stored.ts';
import type { SqlDatabases } from './databases.ts';
import { reachesBeyond } from './safety.ts';

/**
 * Whether the role behind a connector reaches beyond the data: superuser, files, programs. Asked
 * again now and then, since a role can be changed without us.
 */
export type RolePowers = {
  reachBeyond(databases: SqlDatabases, target: SqlTarget): Promise<boolean>;
};

const TRUSTED_MS = 60_000;
const MOST_KEPT = 500;

export function createRolePowers(): RolePowers {
  const kept = new Map<string, { until: number; beyond: Promise<boolean> }>();
  return {
    reachBeyond: (databases, target) => {
      const key = `${keyOf(target)} ${target.updatedAt}`;
      const known = kept.get(key);
      if (known && known.until > Date.now()) return known.beyond;
      const beyond = reachesBeyond(databases, target);
      // Who asked is told by the promise itself; the next one asks anew.
      beyond.catch(() => kept.delete(key));
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, { until: Date.now() + TRUSTED_MS, beyond });
      return beyond;
    },
  };
}
