import { z } from 'zod';

/** Where people sort what they keep: `Reports/Monthly`; empty is the top. */
export const folderPath = z
  .string()
  .trim()
  .max(300)
  .transform((text) =>
    text
      .split('/')
      .map((part) => part.trim())
      .filter(Boolean)
      .join('/'),
  );
