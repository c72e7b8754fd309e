import { z } from 'zod';
import { queryNumber, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import { tableKinds } from './details.ts';

/** More tables than this at once are no picture any more: then one is chosen, and what it refers to. */
export const MOST_DRAWN = 120;

export const diagramTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** The alias people read, else the name. */
  label: z.string(),
  kind: z.enum(tableKinds),
  /** The assistant is not told of it. */
  isWithheld: z.literal(true).optional(),
  /** In the table's order; with `keys` only those that are part of a key or a reference. */
  columns: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      isKey: z.boolean(),
      isReference: z.boolean(),
      isNullable: z.boolean(),
    }),
  ),
  columnCount: z.number(),
});
export type DiagramTable = z.infer<typeof diagramTable>;

const end = z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) });

/** A foreign key. Both ends are among the tables. */
export const diagramReference = z.object({
  name: z.string(),
  from: end,
  to: end,
  /** At most one row refers to another. */
  isUnique: z.boolean(),
});
export type DiagramReference = z.infer<typeof diagramReference>;

export const schemaDiagram = z.object({
  tables: z.array(diagramTable),
  references: z.array(diagramReference),
  /** How many tables there are to be drawn; more than there are in `tables` when it is too many. */
  total: z.number(),
  /** Where there are too many and none was chosen: those with the most references, to begin with. */
  hubs: z.array(z.object({ name: z.string(), label: z.string(), references: z.number() })),
});
export type SchemaDiagram = z.infer<typeof schemaDiagram>;

export const schemaDiagramRoutes = {
  diagram: route({
    method: 'GET',
    path: '/api/tables/v1/diagram',
    summary: 'Tables of a schema and the references between them, or those around one table',
    access: { action: 'sql.read', connector: 'sql' },
    query: z.object({
      connector: sentConnector,
      schema: z.string().min(1).max(300).default('public'),
      /** Only this table and those a reference joins it with. */
      focus: z.string().min(1).max(300).optional(),
      columns: z.enum(['keys', 'all']).default('keys'),
      limit: queryNumber.int().min(1).max(500).default(MOST_DRAWN),
    }),
    answer: schemaDiagram,
  }),
};
