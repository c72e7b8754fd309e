import { z } from 'zod';
import { errorCode } from '../errors.ts';
import { instant } from '../route.ts';

/** From name resolution to the first list: the step that failed says where to look. */
export const straightSteps = ['dns', 'tcp', 'tls', 'login', 'list'] as const;
/** Of a database behind an SSH server: first the way there, then from there on. */
export const tunnelSteps = [
  'ssh-dns',
  'ssh-tcp',
  'ssh-login',
  'forward',
  'tls',
  'login',
  'list',
] as const;
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
  'private-address',
  'host-key-noted',
  'host-key-known',
  'host-key-changed',
  'certificate-unknown',
  'certificate-name',
  'certificate-expired',
  'certificate-refused',
  'certificate-unreadable',
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
      step: z.enum([...straightSteps, 'ssh-dns', 'ssh-tcp', 'ssh-login', 'forward']),
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

/** The key that the SSH server showed in a check that saw it for the first time. */
export function notedHostKey(check: ConnectorCheck | null | undefined): string | undefined {
  const note = check?.steps.find(({ step }) => step === 'ssh-login')?.note;
  const key = note?.code === 'host-key-noted' ? note.values?.['fingerprint'] : undefined;
  return typeof key === 'string' ? key : undefined;
}

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
