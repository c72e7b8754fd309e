import { z } from 'zod';
import { role } from './access.ts';
import { flagName, flagStates } from './flags.ts';
import { id, instant, nothing, pageOf, pageQuery, route } from './route.ts';

const keptMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: instant,
});

const account = z.object({
  id,
  email: z.string(),
  name: z.string(),
  avatar: id.nullable(),
  verified: z.boolean(),
  staff: z.boolean(),
  suspendedAt: instant.nullable(),
  eraseAt: instant.nullable(),
  createdAt: instant,
});
export type StaffAccount = z.infer<typeof account>;

const wholeAccount = account.extend({
  lastSeenAt: instant.nullable(),
  sessions: z.number(),
  keys: z.number(),
  ways: z.object({
    password: z.boolean(),
    totp: z.boolean(),
    passkeys: z.number(),
    identities: z.number(),
  }),
  projects: z.array(z.object({ id, name: z.string(), role, joinedAt: instant })),
});
export type WholeStaffAccount = z.infer<typeof wholeAccount>;

const project = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  members: z.number(),
  connectors: z.number(),
  workflows: z.number(),
  owners: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** When it is erased, where it was deleted. */
  eraseAt: instant.nullable(),
});
export type StaffProject = z.infer<typeof project>;

const act = z.object({
  id: z.string(),
  at: instant,
  actor: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  targetName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type StaffAct = z.infer<typeof act>;

const flag = z.object({
  name: flagName,
  state: z.enum(flagStates),
  isDefault: z.boolean(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
});
export type StaffFlag = z.infer<typeof flag>;

const counted = z.record(z.string(), z.number());
const health = z.object({
  node: z.string(),
  databaseVersion: z.string(),
  databaseBytes: z.number(),
  mail: z.enum(['smtp', 'kept']),
  /** Instances that told of themselves within a minute. */
  processes: z.array(z.object({ id, startedAt: instant, beatenAt: instant })),
  /** By kind: what waits, what runs, and what failed within a day. */
  runs: z.array(
    z.object({ kind: z.string(), queued: z.number(), running: z.number(), failed: z.number() }),
  ),
  jobs: z.array(
    z.object({ name: z.string(), waiting: z.number(), running: z.number(), failed: z.number() }),
  ),
  /** How many happenings each follower has still to hear of, and whether it is stuck. */
  followers: z.array(z.object({ name: z.string(), behind: z.number(), failures: z.number() })),
  people: counted,
});
export type Health = z.infer<typeof health>;

const failedRun = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  project: z.object({ id, name: z.string() }),
  endedAt: instant,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const search = pageQuery.extend({ search: z.string().trim().max(200).default('') });
const userParams = z.object({ userId: id });
const reason = z.string().trim().min(3).max(500);

export const staffRoutes = {
  mails: route({
    method: 'GET',
    path: '/api/staff/v1/mails',
    summary: 'Mails kept because no mail server is set, newest first',
    access: 'staff',
    query: search,
    answer: pageOf(keptMail),
  }),
  users: route({
    method: 'GET',
    path: '/api/staff/v1/users',
    summary: 'Find accounts by name, address or id',
    access: 'staff',
    query: search,
    answer: pageOf(account),
  }),
  user: route({
    method: 'GET',
    path: '/api/staff/v1/users/:userId',
    summary: 'An account: where it is, how it comes in, since when',
    access: 'staff',
    params: userParams,
    answer: wholeAccount,
  }),
  suspend: route({
    method: 'POST',
    path: '/api/staff/v1/users/:userId/suspend',
    summary: 'Shut an account: sessions, keys and workflows stop with the next call',
    access: 'staff',
    params: userParams,
    body: z.strictObject({ reason }),
    answer: nothing,
  }),
  unsuspend: route({
    method: 'POST',
    path: '/api/staff/v1/users/:userId/unsuspend',
    summary: 'Open an account again that was shut',
    access: 'staff',
    params: userParams,
    body: z.strictObject({ reason }),
    answer: nothing,
  }),
  projects: route({
    method: 'GET',
    path: '/api/staff/v1/projects',
    summary: 'Find projects by name, id or the address of an owner',
    access: 'staff',
    query: search,
    answer: pageOf(project),
  }),
  flags: route({
    method: 'GET',
    path: '/api/staff/v1/flags',
    summary: 'What is turned on for whom',
    access: 'staff',
    answer: z.array(flag),
  }),
  setFlag: route({
    method: 'PUT',
    path: '/api/staff/v1/flags/:flag',
    summary: 'Turn something on for everybody, for staff, or off',
    access: 'staff',
    params: z.object({ flag: flagName }),
    body: z.strictObject({ state: z.enum(flagStates) }),
    answer: z.array(flag),
  }),
  health: route({
    method: 'GET',
    path: '/api/staff/v1/health',
    summary: 'Instances, runs, jobs and followers as they are now',
    access: 'staff',
    answer: health,
  }),
  failedRuns: route({
    method: 'GET',
    path: '/api/staff/v1/runs/failed',
    summary: 'Work of all projects that failed within a week, newest first',
    access: 'staff',
    answer: z.array(failedRun),
  }),
  acts: route({
    method: 'GET',
    path: '/api/staff/v1/acts',
    summary: 'What staff did, newest first',
    access: 'staff',
    query: pageQuery,
    answer: pageOf(act),
  }),
};
