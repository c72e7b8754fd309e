import { z } from 'zod';

/** What could not be taken out of a database: it did not answer, or does not let us any more. */
export const leftInDatabase = z.object({
  connector: z.string(),
  /** To be run there by somebody who may. */
  sql: z.string(),
});
export type LeftInDatabase = z.infer<typeof leftInDatabase>;
export const leftInDatabases = z.object({ left: z.array(leftInDatabase) });
