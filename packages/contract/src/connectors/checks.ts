import { z } from 'zod';
import { errorCode } from '../errors.ts';
import { instant } from '../route.ts';

/** From name resolution to the first list: the step that failed says where to look. */
export const checkSteps = ['dns', 'tcp', 'tls', 'login', 'list'] as const;
/** What a check says in words of its own, each with the values its sentence names. */
export const checkNotes = [
  'tls-off',
  'tls-not-offered',
  'plain-http',
  'keys-accepted',
  'tables-listed',
  'tables-in-schemas',
  'bucket-listed',
  'no-answer',
  'connection-closed',
  'no-reason',
] as const;
export type CheckNote = {
  code: (typeof checkNotes)[number];
  values?: Record<string, string | number>;
};

export const connectorCheck = z.object({
  ok: z.boolean(),
  at: instant,
  steps: z.array(
    z.object({
      step: z.enum(checkSteps),
      outcome: z.enum(['ok', 'failed', 'skipped']),
      /** What the other side said, or the sentence of the note in English. */
      message: z.string(),
      note: z
        .object({
          code: z.enum(checkNotes),
          values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        })
        .optional(),
      /** Where the step was refused by us. */
      errorCode: errorCode.optional(),
      milliseconds: z.number(),
    }),
  ),
});
export type ConnectorCheck = z.infer<typeof connectorCheck>;

/** Why a role can not be the one readers are switched to. */
export const readerProblems = ['missing', 'not-settable', 'powerful'] as const;

/** What the database role behind a connector may do beyond reading, and how to give it less. */
export const safetyReport = z.object({
  role: z.string(),
  findings: z.array(
    z.object({
      severity: z.enum(['danger', 'warning', 'good']),
      code: z.enum([
        'superuser',
        'powerful-membership',
        'server-files',
        'server-programs',
        'creates-roles',
        'creates-databases',
        'bypasses-row-security',
        'replication',
        'writes-tables',
        'dangerous-extension',
        'read-only',
      ]),
      detail: z.string(),
    }),
  ),
  /** SQL that makes a role which can read and nothing else, and lets the connector's login take it on. */
  readOnlyRoleScript: z.string(),
  /** What the script calls it. */
  readOnlyRoleName: z.string(),
  /** How the role stands that readers are switched to; null where the connector names none. */
  reader: z
    .object({
      role: z.string(),
      problem: z.enum(readerProblems).nullable(),
      writableTables: z.number(),
    })
    .nullable(),
});
