import { z } from 'zod';

/** How the numbers of a tile are written. The digits stay those of the database. */
export const numberStyles = ['number', 'currency', 'percent', 'bytes', 'duration'] as const;
export type NumberStyle = (typeof numberStyles)[number];

export const ruleSigns = ['above', 'atLeast', 'below', 'atMost'] as const;
export const ruleTones = ['good', 'warn', 'bad'] as const;
export type RuleTone = (typeof ruleTones)[number];

const letters = (code: string) => [...code].every((letter) => letter >= 'A' && letter <= 'Z');

const colourRule = z.object({
  when: z.enum(ruleSigns),
  value: z.number(),
  tone: z.enum(ruleTones),
});
export type ColourRule = z.infer<typeof colourRule>;

export const columnFormat = z.object({
  /** Null is every number of the tile that has no format of its own. */
  column: z.string().max(200).nullable(),
  style: z.enum(numberStyles),
  /** Never guessed from the reader's language: 5 € and 5 $ are not the same. */
  currency: z
    .string()
    .length(3)
    .refine(letters, 'A currency has three capital letters.')
    .optional(),
  /** Of a percent: 0.12 is 12 %. Without it 12 is. */
  isShare: z.boolean().optional(),
  decimals: z.number().int().min(0).max(10).optional(),
  isCompact: z.boolean().optional(),
  unit: z.string().trim().max(20).optional(),
  /** The first that fits colours the number. */
  rules: z.array(colourRule).max(10).optional(),
});
export type ColumnFormat = z.infer<typeof columnFormat>;

export const columnFormats = z.array(columnFormat).max(50);

/** The one of a column, else the one for all. */
export function formatOf(
  formats: readonly ColumnFormat[] | undefined,
  column: string,
): ColumnFormat | undefined {
  return (
    formats?.find((format) => format.column === column) ??
    formats?.find((format) => format.column === null)
  );
}

/** Amounts are read by their groups of digits; whole numbers may be years and keys. */
const amounts = new Set(['numeric', 'float4', 'float8']);

export function isAmount(type: string): boolean {
  return amounts.has(type);
}

/** Of a cell in a list of rows: a format for all numbers is for measures, not for years and keys. */
export function formatOfCell(
  formats: readonly ColumnFormat[] | undefined,
  { name, type }: { name: string; type: string },
): ColumnFormat | undefined {
  return isAmount(type) ? formatOf(formats, name) : formats?.find(({ column }) => column === name);
}

/** The tone a number has by the rules of its format. */
export function toneOf(format: ColumnFormat | undefined, value: number): RuleTone | undefined {
  return format?.rules?.find(({ when, value: limit }) => {
    if (when === 'above') return value > limit;
    if (when === 'atLeast') return value >= limit;
    return when === 'below' ? value < limit : value <= limit;
  })?.tone;
}
