import { type Sql, sql } from '#platform/db/sql.ts';

/**
 * A deleted project rests until it is restored or erased (features/projects/resting.ts). It has no
 * members meanwhile, so what would act for one of them waits: it has not lost its right for good.
 */
export const isLive = (projectId: Sql): Sql => sql`not exists (
  select from resting_projects resting where resting.project_id = ${projectId})`;
