import { z } from 'zod';

/** Something that stops working without the connector. */
export const dependent = z.object({
  kind: z.string(),
  name: z.string(),
  url: z.string().nullable(),
});

/** How the tables of a database differ from what is known of them. */
export const schemaNews = z.object({
  /** Tables that were not there at the caller's last visit, as settings call them. */
  newTables: z.array(z.string()),
  /** What is called otherwise now; its settings go with it. */
  renamed: z.array(z.object({ before: z.string(), after: z.string() })),
  /** Tables and columns that are gone, and what still speaks of them. */
  missing: z.array(z.object({ name: z.string(), dependents: z.array(dependent) })),
});
export type SchemaNews = z.infer<typeof schemaNews>;
