import { z } from 'zod';

/** Where a workflow can begin from: data work that most teams have. Names and lines are texts of the web. */
export const templateKeys = [
  'nightly-export',
  'file-to-table',
  'freshness-alert',
  'weekly-report',
  'table-to-bucket',
  'clean-with-approval',
  'webhook-to-table',
  'new-row-mail',
  'api-to-table',
  'duplicate-check',
  'threshold-alert',
  'failure-digest',
] as const;
export const templateKey = z.enum(templateKeys);
export type TemplateKey = z.infer<typeof templateKey>;

const name = z.string().max(200);

/** What a template is about; what is left out is marked as missing in the editor. */
export const templateChoices = z.strictObject({
  databaseId: z.uuid().nullable().default(null),
  bucketId: z.uuid().nullable().default(null),
  schema: name.default('public'),
  table: name.default(''),
  /** The column that matters: when a row came or was given up, what must be there once. */
  column: name.default(''),
  /** By which columns a row is known again. */
  keys: z.array(name).max(20).default([]),
  to: z.string().max(320).default(''),
  workflowId: z.uuid().nullable().default(null),
  url: z.string().max(2_000).default(''),
  zone: z.string().max(60).default('UTC'),
  /** Of the texts it sends. */
  language: z.enum(['en', 'de']).default('en'),
});
export type TemplateChoices = z.infer<typeof templateChoices>;

/** Which of the choices each of them asks for. */
export const templateNeeds = {
  'nightly-export': ['table', 'bucket'],
  'file-to-table': ['bucket', 'table', 'keys'],
  'freshness-alert': ['table', 'column'],
  'weekly-report': ['table', 'to'],
  'table-to-bucket': ['table', 'bucket'],
  'clean-with-approval': ['table', 'column'],
  'webhook-to-table': ['table', 'keys'],
  'new-row-mail': ['table', 'to'],
  'api-to-table': ['url', 'table', 'keys'],
  'duplicate-check': ['table', 'column'],
  'threshold-alert': ['table'],
  'failure-digest': ['workflow', 'to'],
} as const satisfies Record<TemplateKey, readonly TemplateNeed[]>;
export type TemplateNeed = 'table' | 'column' | 'keys' | 'bucket' | 'to' | 'workflow' | 'url';
