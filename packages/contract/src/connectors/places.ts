import { z } from 'zod';

/** How a server, and who signs in there, is written. */
export const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[^\s/@?#]+$/, 'A host name or address, without protocol, user or path');
export const port = z.coerce.number().int().min(1).max(65_535);
export const short = z.string().trim().min(1).max(255);
