import type { Definition } from '@causeway/contract/automations/definition.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import {
  type ListDependents,
  MOST_DEPENDENTS,
  type NamedTable,
  scopeOf,
} from '#platform/queries/dependent.ts';

type Row = { id: string; name: string; definition: Definition };

/**
 * Workflows whose steps read or write the database, or that rows of it start: as they run, or as they
 * are drafted where nobody published them yet.
 */
export const listWorkflowStatements: ListDependents = async (db, place) => {
  const workflows = await listRows<Row>(
    db,
    sql`select workflow.id, workflow.name, coalesce(version.definition, workflow.draft) as definition
        from workflows workflow
        left join workflow_versions version on version.workflow_id = workflow.id
          and version.version = workflow.version
        where workflow.project_id = ${place.projectId} and workflow.deleted_at is null
        order by lower(workflow.name), workflow.id limit ${MOST_DEPENDENTS}`,
  );
  return workflows.flatMap(({ id, name, definition }) => {
    const used = {
      statements: statementsOf(definition, place),
      tables: tablesOf(definition, place),
    };
    if (used.statements.length + used.tables.length === 0) return [];
    const url = `/automations/workflows/${id}?${scopeOf(place)}`;
    return [{ kind: 'workflow' as const, id, name, url, ...used }];
  });
};

type Place = { connectorId: string };

function statementsOf({ nodes }: Definition, { connectorId }: Place): string[] {
  return nodes.flatMap((node) => {
    const isStatement = node.kind === 'query' || node.kind === 'execute';
    return isStatement && node.connectorId === connectorId && node.sql ? [node.sql] : [];
  });
}

function tablesOf({ nodes, triggers }: Definition, { connectorId }: Place): NamedTable[] {
  const written = nodes.flatMap((node) => {
    if (node.kind !== 'upsert' || node.connectorId !== connectorId || !node.table) return [];
    return [{ schema: node.schema, table: node.table, columns: node.keys }];
  });
  const watched = triggers.flatMap((trigger) => {
    if (trigger.kind !== 'rows' || trigger.connectorId !== connectorId || !trigger.table) return [];
    const columns = trigger.by.kind === 'polling' ? [trigger.by.column] : [];
    return [{ schema: trigger.schema, table: trigger.table, columns }];
  });
  return [...written, ...watched];
}
