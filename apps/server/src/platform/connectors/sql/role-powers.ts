import type { SqlTarget } from '../stored.ts';
import type { SqlDatabases } from './databases.ts';
import { inspectRole } from './safety.ts';

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
      const key = `${target.id} ${target.updatedAt}`;
      const known = kept.get(key);
      if (known && known.until > Date.now()) return known.beyond;
      const beyond = inspectRole(databases, target).then(({ findings }) =>
        findings.some(({ severity }) => severity === 'danger'),
      );
      beyond.catch(() => kept.delete(key));
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, { until: Date.now() + TRUSTED_MS, beyond });
      return beyond;
    },
  };
}
