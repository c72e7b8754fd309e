import { Failure } from '@causeway/contract/errors.ts';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { ImportRecipe } from '@causeway/contract/imports/records.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Given = { name: string; plan: ImportPlan; source: ImportRecipe['source'] };

const columns = sql`id, name, plan, source, created_at as "createdAt", updated_at as "updatedAt"`;

export function listRecipes(db: Db, project: AuthorizedProject): Promise<ImportRecipe[]> {
  return listRows(
    db,
    sql`select ${columns} from import_recipes where connector_id = ${project.connector?.id}
        order by lower(name)`,
  );
}

/** A name stands for one recipe: saved again, it is replaced. */
export function saveRecipe(
  tx: Tx,
  project: AuthorizedProject,
  { name, plan, source }: Given,
): Promise<ImportRecipe> {
  return readRow(
    tx,
    sql`insert into import_recipes (connector_id, name, plan, source)
        values (${project.connector?.id}, ${name}, ${JSON.stringify(plan)},
          ${source && JSON.stringify(source)})
        on conflict (connector_id, lower(name)) do update
          set plan = excluded.plan, source = excluded.source, updated_at = now()
        returning ${columns}`,
  );
}

export async function updateRecipe(
  tx: Tx,
  project: AuthorizedProject,
  id: string,
  { name, plan, source }: Partial<Given>,
): Promise<ImportRecipe> {
  const row = await findRow<ImportRecipe>(
    tx,
    sql`update import_recipes set name = coalesce(${name}, name),
          plan = coalesce(${plan && JSON.stringify(plan)}::json, plan),
          source = case when ${source !== undefined} then ${source ? JSON.stringify(source) : null}::json
            else source end, updated_at = now()
        where id = ${id} and connector_id = ${project.connector?.id} returning ${columns}`,
  ).catch((error: unknown) => {
    throw isTaken(error) ? new Failure('E_VALIDATION', 'Another recipe is called that.') : error;
  });
  if (!row) throw new Failure('E_RECIPE_NOT_FOUND');
  return row;
}

function isTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'import_recipes_name';
}

export async function deleteRecipe(tx: Tx, project: AuthorizedProject, id: string): Promise<void> {
  const deleted = await changeRows(
    tx,
    sql`delete from import_recipes where id = ${id} and connector_id = ${project.connector?.id}`,
  );
  if (deleted === 0) throw new Failure('E_RECIPE_NOT_FOUND');
}
