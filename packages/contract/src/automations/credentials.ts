import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';

/**
 * What lets workflows in elsewhere. A value is written and never read back: it is used where it is
 * stored, sent only to the hosts named here, and found in no answer, history or log.
 */
const values = {
  /** `Authorization: Bearer …` */
  bearer: z.strictObject({ token: z.string().min(1).max(10_000) }),
  basic: z.strictObject({
    user: z.string().min(1).max(500),
    password: z.string().min(1).max(10_000),
  }),
  header: z.strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/, 'Letters, digits and hyphens')
      .refine((header) => !forbiddenHeaders.has(header.toLowerCase()), 'This header is ours'),
    value: z.string().min(1).max(10_000),
  }),
  /** For signatures of webhooks: never sent anywhere. */
  secret: z.strictObject({ secret: z.string().min(16).max(1_000) }),
};

const forbiddenHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

export const credentialKinds = ['bearer', 'basic', 'header', 'secret'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const credentialValue = z.discriminatedUnion('kind', [
  values.bearer.extend({ kind: z.literal('bearer') }),
  values.basic.extend({ kind: z.literal('basic') }),
  values.header.extend({ kind: z.literal('header') }),
  values.secret.extend({ kind: z.literal('secret') }),
]);
export type CredentialValue = z.infer<typeof credentialValue>;

/**
 * `api.example.com`, or `*.example.com` for all names below it, over https; `api.example.com:80` is
 * whatever is spoken at that port.
 */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/,
    'A host name, perhaps with *. in front',
  );

export const credential = z.object({
  id,
  name: z.string(),
  kind: z.enum(credentialKinds),
  /** Where it may be sent. */
  hosts: z.array(z.string()),
  createdBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: instant,
  /** When the value was last replaced. */
  changedAt: instant,
  lastUsedAt: instant.nullable(),
  usedBy: z.array(z.object({ workflowId: id, name: z.string(), isPublished: z.boolean() })),
});
export type Credential = z.infer<typeof credential>;

const name = z.string().trim().min(1).max(160);
const path = '/api/credentials/v1/:projectId';
const params = z.object({ projectId: id });
const oneParams = params.extend({ credentialId: id });
const manage = { action: 'credentials.manage' } as const;

export const credentialRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Credentials of a project, without their values, with the workflows that use them',
    access: { action: 'workflows.read' },
    params,
    answer: z.array(credential),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Store a credential',
    access: manage,
    params,
    body: z.strictObject({ name, value: credentialValue, hosts: z.array(host).max(50) }),
    answer: credential,
  }),
  update: route({
    method: 'PATCH',
    path: `${path}/:credentialId`,
    summary: 'Rename it or change where it may be sent; new hosts take the value again',
    access: manage,
    params: oneParams,
    body: z.strictObject({
      name: name.optional(),
      hosts: z.array(host).max(50).optional(),
      value: credentialValue.optional(),
    }),
    answer: credential,
  }),
  rotate: route({
    method: 'POST',
    path: `${path}/:credentialId/rotate`,
    summary: 'Replace the value; from the next step on the new one is used',
    access: manage,
    params: oneParams,
    body: z.strictObject({ value: credentialValue }),
    answer: credential,
  }),
  test: route({
    method: 'POST',
    path: `${path}/:credentialId/test`,
    summary: 'Call an address with it and tell the status',
    access: manage,
    effect: 'sends',
    params: oneParams,
    body: z.strictObject({ url: z.string().max(2_000) }),
    answer: z.object({ status: z.number(), isAccepted: z.boolean() }),
    write: 'repeatable',
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:credentialId`,
    summary: 'Delete a credential; refused while a published workflow uses it',
    access: manage,
    params: oneParams,
    answer: nothing,
  }),
};
