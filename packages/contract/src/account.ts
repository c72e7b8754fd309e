import { z } from 'zod';
import { sessionStarted } from './auth/auth.ts';
import { bytes, id, instant, nothing, route } from './route.ts';

/** Pictures of people are squares of so many pixels a side, as webp. */
export const AVATAR_SIZE = 192;
export const LARGEST_AVATAR = 8_000_000;

/** So long an account that was given up can be taken back. */
export const LEAVING_DAYS = 14;
/** So long a file with everything about oneself is kept. */
export const EXPORT_DAYS = 7;

const accountExport = z.object({
  id,
  state: z.enum(['making', 'ready', 'failed']),
  size: z.number(),
  createdAt: instant,
  readyAt: instant.nullable(),
  expiresAt: instant,
});
export type AccountExport = z.infer<typeof accountExport>;

const named = z.object({ id, name: z.string() });

/** What would become of the projects somebody is in, if they gave their account up now. */
export const leavingOutlook = z.object({
  /** Nobody else is in them: they are erased with the account. */
  erased: z.array(named),
  /** Others go on with them. */
  left: z.array(named),
  /** Others are in them, and nobody of those owns them: they have to be handed on first. */
  blocking: z.array(named),
});
export type LeavingOutlook = z.infer<typeof leavingOutlook>;

export const accountRoutes = {
  putAvatar: route({
    method: 'PUT',
    path: '/api/account/v1/avatar',
    summary: 'The own picture: cut to a square, made small and stored as webp',
    access: 'verified',
    body: bytes,
    takes: 'bytes',
    answer: z.object({ avatar: id }),
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  removeAvatar: route({
    method: 'DELETE',
    path: '/api/account/v1/avatar',
    summary: 'Take the own picture away',
    access: 'account',
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  avatar: route({
    method: 'GET',
    path: '/api/account/v1/avatars/:avatarId',
    summary: 'The picture of a person, for whoever was told its id',
    access: 'public',
    params: z.object({ avatarId: id }),
    answer: z.unknown(),
    raw: 'file',
  }),
  listExports: route({
    method: 'GET',
    path: '/api/account/v1/exports',
    summary: 'The files with everything stored about oneself',
    access: 'account',
    answer: z.array(accountExport),
    refusedWhileImpersonating: true,
  }),
  startExport: route({
    method: 'POST',
    path: '/api/account/v1/exports',
    summary:
      'Collect everything stored about oneself into a file; the inbox tells when it is ready',
    access: 'verified',
    answer: accountExport,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  downloadExport: route({
    method: 'GET',
    path: '/api/account/v1/exports/:exportId/file',
    summary: 'The file with everything stored about oneself',
    access: 'account',
    params: z.object({ exportId: id }),
    answer: z.unknown(),
    raw: 'file',
    refusedWhileImpersonating: true,
  }),
};

export const leavingRoutes = {
  outlook: route({
    method: 'GET',
    path: '/api/account/v1/leaving',
    summary: 'What would become of the own projects without the account',
    access: 'account',
    answer: leavingOutlook,
    refusedWhileImpersonating: true,
  }),
  leave: route({
    method: 'POST',
    path: '/api/account/v1/leaving',
    summary: 'Give the account up: out of use at once, erased two weeks later',
    access: 'verified',
    answer: z.object({ eraseAt: instant }),
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  comeBack: route({
    method: 'POST',
    path: '/api/auth/v1/come-back',
    summary: 'Keep an account that was given up, with the sign-in that found it leaving',
    access: 'public',
    body: z.strictObject({ flow: z.string().min(20).max(200) }),
    answer: sessionStarted,
    write: 'repeatable',
  }),
};
