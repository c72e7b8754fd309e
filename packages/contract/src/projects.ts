import { z } from 'zod';
import { role } from './access.ts';
import { leftInDatabases } from './automations/left.ts';
import { LONGEST_DOMAIN, MAIL_DOMAIN } from './mail-domains.ts';
import { id, instant, nothing, route } from './route.ts';
import { uiLanguages } from './settings/settings.ts';
import { isTimeZone } from './time-zones.ts';
import { contentLanguages } from './translatable.ts';

const projectName = z.string().trim().min(1).max(120);
const projectParams = z.object({ projectId: id });

/** How long a deleted project can be brought back. */
export const RESTING_DAYS = 14;
export const OFFER_DAYS = 7;

const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(LONGEST_DOMAIN)
  .regex(MAIL_DOMAIN, 'A domain like example.com');

export const projectSettings = z.object({
  defaultUiLang: z.enum(uiLanguages),
  /** By which days begin and schedules run, such as Europe/Berlin. */
  timeZone: z.string().max(60).refine(isTimeZone, 'Not a time zone'),
  /** Whether dashboards may be shown to whoever holds a link; without it those there are lead nowhere. */
  publicLinks: z.boolean(),
  /** Of which addresses outside may be sent dashboards; none: nobody outside is. */
  mailDomains: z.array(mailDomain).max(20),
});

/** What it is about, in any of the languages of content. */
export const projectDescription = z.partialRecord(
  z.enum(contentLanguages),
  z.string().trim().max(1_000),
);

export const connectorSummary = z.object({
  id,
  name: z.string(),
  implementation: z.enum(['sql', 's3', '']),
  /** Without its secrets: `secretFields` says which are set. */
  config: z.record(z.string(), z.unknown()),
  secretFields: z.record(z.string(), z.boolean()),
  settings: z.record(z.string(), z.unknown()),
});

export const project = z.object({
  id,
  name: z.string(),
  description: projectDescription,
  settings: projectSettings,
  sponsorId: id.nullable(),
  createdAt: instant,
  /** The caller's role in it. */
  role,
  /** To a key without the scope connectors:read those it reaches, by name. */
  connectors: z.array(connectorSummary),
});
export type Project = z.infer<typeof project>;

export const restingProject = z.object({
  id,
  name: z.string(),
  deletedBy: z.string().nullable(),
  deletedAt: instant,
  eraseAt: instant,
});
export type RestingProject = z.infer<typeof restingProject>;

/** Somebody is asked to become its owner in place of who asks. */
export const projectOffer = z.object({
  from: z.object({ id, name: z.string() }),
  to: z.object({ id, name: z.string() }),
  expiresAt: instant,
});
export type ProjectOffer = z.infer<typeof projectOffer>;

export const projectRoutes = {
  list: route({
    method: 'GET',
    path: '/projects',
    summary: 'All projects of the signed-in user, with their connectors',
    access: 'account',
    answer: z.array(project),
  }),
  create: route({
    method: 'POST',
    path: '/api/projects/v1',
    summary: 'Create a project; the creator is its owner',
    access: 'account',
    body: z.strictObject({ name: projectName, settings: projectSettings.partial().optional() }),
    answer: project,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/projects/v1/:projectId',
    summary: 'Rename a project or change its settings',
    access: { action: 'project.update', partOfOnboarding: true },
    params: projectParams,
    body: z.strictObject({
      name: projectName.optional(),
      description: projectDescription.optional(),
      settings: projectSettings.partial().optional(),
    }),
    answer: project,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/projects/v1/:projectId',
    summary: 'Delete a project; its owners can restore it for 14 days',
    access: { action: 'project.delete' },
    params: projectParams,
    /** What could not be taken out of databases; what was is put back with the project. */
    answer: leftInDatabases,
    refusedWhileImpersonating: true,
    needsProof: true,
  }),
  listResting: route({
    method: 'GET',
    path: '/api/projects/v1/resting',
    summary: 'Deleted projects that the caller owned and can restore',
    access: 'account',
    answer: z.array(restingProject),
  }),
  restore: route({
    method: 'POST',
    path: '/api/projects/v1/resting/:restingId/restore',
    summary: 'Bring a deleted project back, with its members and all that is in it',
    access: 'verified',
    params: z.object({ restingId: id }),
    answer: project,
    refusedWhileImpersonating: true,
  }),
  readOffer: route({
    method: 'GET',
    path: '/api/projects/v1/:projectId/offer',
    summary: 'To whom the project is offered, if to anybody',
    access: { action: 'project.read' },
    params: projectParams,
    answer: projectOffer.nullable(),
  }),
  offer: route({
    method: 'POST',
    path: '/api/projects/v1/:projectId/offer',
    summary: 'Offer a member to own the project in one’s place',
    access: { action: 'project.delete' },
    params: projectParams,
    body: z.strictObject({ userId: id }),
    answer: projectOffer,
    refusedWhileImpersonating: true,
    needsProof: true,
  }),
  withdrawOffer: route({
    method: 'DELETE',
    path: '/api/projects/v1/:projectId/offer',
    summary: 'Withdraw the offer, or decline it',
    access: { action: 'project.read' },
    params: projectParams,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  acceptOffer: route({
    method: 'POST',
    path: '/api/projects/v1/:projectId/offer/accept',
    summary: 'Become the owner; who offered it becomes an admin',
    access: { action: 'project.read' },
    params: projectParams,
    answer: nothing,
    refusedWhileImpersonating: true,
    needsProof: true,
  }),
};
