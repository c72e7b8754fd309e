import { z } from 'zod';

/** A cell as `/api/sql/v1` answers it: what a number can't hold exactly is text. */
export const cell = z.union([z.null(), z.boolean(), z.number(), z.string()]);
export type Cell = z.infer<typeof cell>;

export const resultField = z.object({ name: z.string(), type: z.string() });
export type ResultField = z.infer<typeof resultField>;

const result = z.object({ fields: z.array(resultField), rows: z.array(z.array(cell)) });
const title = z.string().min(1).max(200);

/** What an answer in the chat can hold besides text. */
export const artifact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sql'),
    title,
    sql: z.string(),
    /** Where it runs, and what is saved, pinned and automated from it. */
    connectorId: z.string().optional(),
  }),
  z.object({
    kind: z.literal('chart'),
    title,
    form: z.enum(['bar', 'line']),
    /** The field along the axis; every other field is a series. */
    along: z.string(),
    ...result.shape,
  }),
  z.object({ kind: z.literal('table'), title, ...result.shape }),
  z.object({ kind: z.literal('link'), href: z.string() }),
  z.object({
    kind: z.literal('file'),
    name: z.string(),
    byteSize: z.int().min(0),
    href: z.string(),
  }),
]);
export type Artifact = z.infer<typeof artifact>;
export type ArtifactOf<Kind extends Artifact['kind']> = Extract<Artifact, { kind: Kind }>;

const numberTypes = new Set([
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'numeric',
  'money',
  'oid',
]);

export function isNumberType(type: string): boolean {
  return numberTypes.has(type);
}
