import { z } from 'zod';
import { role } from './access.ts';
import { credits } from './billing/units.ts';
import { id, instant, nothing, route } from './route.ts';
import { connectorAreas, isScope, scopeAreas } from './scopes.ts';

/**
 * What a key looks like: 256 random bits and a checksum, both in letters and digits, so that it is one
 * word on a double click and scanners know a leaked one from any other text.
 */
export const KEY_PREFIX = 'cwk_';
export const keyPattern = /\bcwk_[0-9A-Za-z]{49}\b/;

export const DEFAULT_KEY_DAYS = 90;
export const KEY_DAYS = [7, 30, 90, 180, 365] as const;
export const DEFAULT_PER_MINUTE = 600;
export const MOST_PER_MINUTE = 6_000;
/** How long the older secret goes on working when a key is rotated. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;
/** Days of calls that are shown, and kept. */
export const SHOWN_DAYS = 30;

const name = z.string().trim().min(1).max(80);
const scopes = z
  .array(z.string().max(80).refine(isScope, 'Not a scope'))
  .min(1)
  .max(scopeAreas.length + connectorAreas.length * 50);
/** An address or a network, such as 203.0.113.7 or 2001:db8::/32. */
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const addresses = z.array(address).max(50);
const perMinute = z.int().min(1).max(MOST_PER_MINUTE);
const overlapHours = z.literal(OVERLAP_HOURS);

export const keyStates = ['live', 'held', 'expired', 'revoked'] as const;

/** live ⇄ held with its person's membership; live → expired; each → revoked, for good. */
const keyState = z.enum(keyStates);
export type KeyState = z.infer<typeof keyState>;

export const keySecret = z.object({
  id,
  /** Its last characters. */
  hint: z.string(),
  createdAt: instant,
  endsAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  lastAddress: z.string().nullable(),
});
export type KeySecret = z.infer<typeof keySecret>;

export const apiKey = z.object({
  id,
  name: z.string(),
  owner: z.object({ id, name: z.string(), role: role.nullable() }),
  scopes: z.array(z.string()),
  addresses: z.array(z.string()),
  perMinute: z.number(),
  state: keyState,
  createdAt: instant,
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** Those that work, newest first. */
  secrets: z.array(keySecret),
  /** Over all its secrets, also those that ended. */
  lastUsedAt: instant.nullable(),
  /** Calls of the last 30 days. */
  calls: z.number(),
});
export type ApiKey = z.infer<typeof apiKey>;

const keyDay = z.object({ day: z.iso.date(), calls: z.number(), refused: z.number() });
export type KeyDay = z.infer<typeof keyDay>;

/** The one time a secret is shown. */
const withSecret = z.object({ key: apiKey, secret: z.string() });
export type KeyWithSecret = z.infer<typeof withSecret>;

/** What it may cost in a month, and has cost in this one. */
const keyCap = z.object({
  cap: credits.nullable(),
  spent: credits,
  /** When the month ends that is counted. */
  until: instant,
  setBy: z.object({ id, name: z.string() }).nullable(),
  /** Admins, who pays, and who set it; others may only lower one of their own key. */
  mayRaise: z.boolean(),
  mayLower: z.boolean(),
});
export type KeyCap = z.infer<typeof keyCap>;

const path = '/api/keys/v1/:projectId/keys';
const projectParams = z.object({ projectId: id });
const keyParams = z.object({ projectId: id, keyId: id });
const own = { action: 'keys.own' } as const;

export const apiKeyRoutes = {
  self: route({
    method: 'GET',
    path: '/api/keys/v1/self',
    summary: 'What the key that asks is: its project, scopes, limits and end',
    access: 'account',
    answer: z.object({
      id,
      name: z.string(),
      projectId: id,
      role,
      scopes: z.array(z.string()),
      addresses: z.array(z.string()),
      perMinute: z.number(),
      expiresAt: instant.nullable(),
    }),
  }),
  leaked: route({
    method: 'POST',
    path: '/api/keys/v1/leaked',
    summary: 'Revoke a key that was found where it does not belong; its owner is told',
    access: 'public',
    body: z.strictObject({ key: z.string().max(200) }),
    answer: nothing,
    write: 'repeatable',
  }),
  list: route({
    method: 'GET',
    path,
    summary: 'The own keys of a project; for admins those of everybody',
    access: own,
    params: projectParams,
    answer: z.array(apiKey),
  }),
  show: route({
    method: 'GET',
    path: `${path}/:keyId`,
    summary: 'A key with its calls a day',
    access: own,
    params: keyParams,
    answer: apiKey.extend({
      days: z.array(keyDay),
      spending: keyCap,
      /** Of workflows that what it wrote set off, since it has reached its cap. */
      heldRuns: z.number(),
    }),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Make a key that acts for the caller; its secret is shown in this answer only',
    access: own,
    params: projectParams,
    body: z.strictObject({
      name,
      scopes,
      addresses: addresses.default([]),
      perMinute: perMinute.default(DEFAULT_PER_MINUTE),
      /** Null is a key without an end, which only owners make. */
      expiresInDays: z.int().min(1).max(365).nullable().default(DEFAULT_KEY_DAYS),
    }),
    answer: withSecret,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  update: route({
    method: 'PATCH',
    path: `${path}/:keyId`,
    summary: 'Change what an own key is called, may do, and from where',
    access: own,
    params: keyParams,
    body: z.strictObject({
      name: name.optional(),
      scopes: scopes.optional(),
      addresses: addresses.optional(),
      perMinute: perMinute.optional(),
    }),
    answer: apiKey,
    refusedWhileImpersonating: true,
  }),
  setCap: route({
    method: 'PUT',
    path: `${path}/:keyId/cap`,
    summary: 'Let a key cost no more than this in a month; null takes the cap away',
    access: own,
    params: keyParams,
    body: z.strictObject({ cap: credits.nullable() }),
    answer: keyCap,
    refusedWhileImpersonating: true,
  }),
  rotate: route({
    method: 'POST',
    path: `${path}/:keyId/rotate`,
    summary: 'Give an own key a new secret; the older one works on for a while',
    access: own,
    params: keyParams,
    body: z.strictObject({
      overlapHours,
      /** Begins anew from now; without it the key ends when it would have. */
      expiresInDays: z.int().min(1).max(365).optional(),
    }),
    answer: withSecret,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  endSecret: route({
    method: 'DELETE',
    path: `${path}/:keyId/secrets/:secretId`,
    summary: 'End the older secret of a key before its time',
    access: own,
    params: keyParams.extend({ secretId: id }),
    answer: apiKey,
    refusedWhileImpersonating: true,
  }),
  revoke: route({
    method: 'DELETE',
    path: `${path}/:keyId`,
    summary: 'Revoke an own key, or as an admin anybody’s; it fails from the next call on',
    access: own,
    params: keyParams,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  takeOver: route({
    method: 'POST',
    path: `${path}/:keyId/take-over`,
    summary: 'Make a held key one’s own, with a new secret',
    access: { action: 'keys.manage' },
    params: keyParams,
    body: z.strictObject({ overlapHours: z.literal([0, 1, 24]) }),
    answer: withSecret,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
};
