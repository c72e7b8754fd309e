import type { z } from 'zod';
import { type sqlField, sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { connectorOf } from './schema.ts';
import type { ToolContext } from './tool.ts';

type Field = z.infer<typeof sqlField>;

/** What a column of this name holds is about a person. */
const personal =
  /(e_?mail|phone|mobile|(first|last|full|sur|user|family|given)_?name|^name$|birth|street|address|postal|zip|^ip$|_ip$|iban|account_?number|passport|ssn|password|secret|token|api_?key|salary)/i;
/** Nobody's words, whatever they were computed from. */
const wordless = /^(int|float|numeric|oid|bool|date|time|interval|uuid)/;

/**
 * Which columns of a result are masked where a model sees samples. A column counts by the name it has
 * where it is stored, whatever the statement calls it; of text that was put together by the statement
 * nobody knows what is in it.
 */
export async function listMasked(
  context: ToolContext,
  fields: readonly Field[],
): Promise<boolean[]> {
  if (context.level !== 'samples' || context.isTrusted) return [];
  const stored = await readStoredNames(context, fields);
  return fields.map((field) => {
    const name = stored.get(placeOf(field));
    if (personal.test(field.name) || (name !== undefined && personal.test(name))) return true;
    return name === undefined && !wordless.test(field.type);
  });
}

async function readStoredNames(
  context: ToolContext,
  fields: readonly Field[],
): Promise<Map<string, string>> {
  const tables = [...new Set(fields.flatMap(({ tableOid }) => tableOid ?? []))];
  if (tables.length === 0) return new Map();
  const found = await context.as.call(
    sqlRoutes.read,
    {
      body: {
        sql: `select attrelid::int8, attnum, attname from pg_catalog.pg_attribute where attrelid in (${tables.join(', ')})`,
        connector: connectorOf(context),
      },
    },
    { signal: context.signal },
  );
  return new Map(
    found.rows.map(([tableOid, columnNumber, name]) => [
      `${String(tableOid)}.${String(columnNumber)}`,
      String(name),
    ]),
  );
}

function placeOf({ tableOid, columnNumber }: Field): string {
  return `${tableOid ?? ''}.${columnNumber ?? ''}`;
}
