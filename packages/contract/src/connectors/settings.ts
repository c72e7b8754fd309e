import { z } from 'zod';
import { MOST_ROWS } from '../sql/sql.ts';

/** What a database or bucket is for; work on production is marked on every page. */
export const environments = ['development', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

const tableName = z.string().min(1).max(300);
const hiddenTables = z.array(tableName).max(20_000);
const aliases = z.record(z.string().max(600), z.string().trim().min(1).max(200));
const labelColumns = z.record(z.string().max(600), z.string().min(1).max(300));
/**
 * The numbers by which the database knew what was given a setting: a table or column that is called
 * otherwise later keeps its number, and with it its setting.
 */
const anchor = z.object({
  schema: z.string(),
  table: tableName,
  oid: z.number(),
  columns: z.record(z.string(), z.number()),
});
export type Anchor = z.infer<typeof anchor>;
const rowLimit = z.number().int().min(1).max(MOST_ROWS);
/** As Postgres takes names: at most 63 bytes. */
const readerRole = z
  .string()
  .trim()
  .min(1)
  .max(63)
  .refine((name) => !name.includes('\0') && name.toLowerCase() !== 'none');
const timeoutSeconds = z.number().int().min(1).max(600);

export const connectorSettings = z.strictObject({
  /** Tables that are not shown, by name or by pattern (hidden-tables.ts). */
  hidden: hiddenTables.default([]),
  /**
   * Tables that the assistant and programs over MCP are not offered and read no rows of, by name or by
   * pattern. Neither are they what is hidden.
   */
  withheld: hiddenTables.default([]),
  /** Names people read instead of `table` or `table.column`. */
  aliases: aliases.default({}),
  /** Which column names the rows of a table, where the likeliest one is not it. */
  labelColumns: labelColumns.default({}),
  /** Kept by the server beside the names above. */
  anchors: z.array(anchor).default([]),
  /** Nothing is written through this connector, whoever asks. */
  readOnly: z.boolean().default(false),
  environment: z.enum(environments).optional(),
  /** How many rows a statement somebody writes brings back; none means the most there is. */
  rowLimit: rowLimit.optional(),
  /** How long a statement somebody writes may take; none means 30. */
  timeoutSeconds: timeoutSeconds.optional(),
  /** The role of the database that whoever may only read is switched to. */
  readerRole: readerRole.optional(),
});
export type ConnectorSettings = z.infer<typeof connectorSettings>;

/** Without defaults: what a change does not name stays as it is. */
export const settingsChange = z.strictObject({
  hidden: hiddenTables.optional(),
  withheld: hiddenTables.optional(),
  aliases: aliases.optional(),
  labelColumns: labelColumns.optional(),
  readOnly: z.boolean().optional(),
  environment: z.enum(environments).nullish(),
  /** Null takes the limit away. */
  rowLimit: rowLimit.nullish(),
  timeoutSeconds: timeoutSeconds.nullish(),
  readerRole: readerRole.nullish(),
});

export type SettingsChange = z.input<typeof settingsChange>;

/** Settings after a change: null takes away what has no value of its own. */
export function changeSettings(
  before: Partial<ConnectorSettings>,
  change: SettingsChange,
): ConnectorSettings {
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
  return connectorSettings.parse(Object.fromEntries(merged));
}
