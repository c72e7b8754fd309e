import { errorCatalogue, errorCode } from '@causeway/contract/errors.ts';

type Told = { code: string; message: string };

/** What went wrong by its code alone: in its own words a database may name values of rows. */
export function withoutWords({ code }: Told): Told {
  const { data: known = 'E_INTERNAL' } = errorCode.safeParse(code);
  return { code, message: errorCatalogue[known].message };
}
