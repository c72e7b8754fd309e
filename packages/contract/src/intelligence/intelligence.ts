import { z } from 'zod';
import { id, instant, nothing, queryNumber, route } from '../route.ts';
import { checkAreas, checks, severities } from './checks.ts';

/**
 * Findings about people's databases. A scan reads catalogs and samples and writes down what it noticed;
 * a finding is
 * - open: seen by the last look at its table
 * - snoozed: not shown until a day
 * - dismissed: not shown again, with the reason; it stays so however often it is seen
 * - fixed: somebody applied its fix, and the next look has to agree
 * - gone: two looks in a row did not see it any more
 * Seen again after fixed or gone, it is open once more.
 */
export const findingStates = ['open', 'snoozed', 'dismissed', 'fixed', 'gone'] as const;
export type FindingState = (typeof findingStates)[number];

export const dismissReasons = ['intended', 'known', 'not-useful'] as const;
export type DismissReason = (typeof dismissReasons)[number];

/** What was counted, drawn beside the words: bars of values, or days within the band expected of them. */
export const findingChart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bars'),
    bars: z.array(z.object({ label: z.string(), count: z.number(), isOdd: z.boolean() })),
  }),
  z.object({
    kind: z.literal('days'),
    days: z.array(
      z.object({ day: z.string(), value: z.number(), low: z.number(), high: z.number() }),
    ),
    /** The day it is about. */
    day: z.string(),
  }),
]);
export type FindingChart = z.infer<typeof findingChart>;

/** Whom a fix keeps waiting while it runs, and for how long. */
export const lockKinds = [
  'nobody',
  'writers-shortly',
  'writers',
  'everyone-shortly',
  'everyone',
] as const;
export type LockKind = (typeof lockKinds)[number];

/** What of a project knows tables by their names, and fails when they have others. */
export const dependentKinds = [
  'query',
  'tile',
  'alert',
  'workflow',
  'snippet',
  'golden',
  'measure',
] as const;
export type DependentKind = (typeof dependentKinds)[number];

/** A fix estimated longer than this is applied by a run; nobody waits for its answer. */
export const WAITED_FOR_SECONDS = 10;

const facts = z.record(z.string(), z.union([z.string(), z.number()]));
export type Facts = z.infer<typeof facts>;

const person = z.object({ id, name: z.string() });

export const finding = z.object({
  id,
  connectorId: id,
  check: z.enum(checks),
  severity: z.enum(severities),
  state: z.enum(findingStates),
  /** Null where it is about the whole database. */
  schema: z.string().nullable(),
  table: z.string().nullable(),
  columns: z.array(z.string()),
  /** What the sentence of its check needs to know. */
  facts,
  /** A query whose rows prove it; they are read with the rights of who looks. */
  sql: z.string().nullable(),
  chart: findingChart.nullable(),
  /** What of the project it breaks, where it is mended, and what the database says of it. */
  uses: z.array(
    z.object({
      kind: z.enum(dependentKinds),
      id,
      name: z.string(),
      url: z.string(),
      problem: z.string().nullable(),
    }),
  ),
  hasFix: z.boolean(),
  /** It grew to four times the size it was dismissed with. */
  isWorse: z.boolean(),
  reason: z.enum(dismissReasons).nullable(),
  note: z.string().nullable(),
  snoozedUntil: instant.nullable(),
  assignee: person.nullable(),
  changedBy: z.string().nullable(),
  firstSeenAt: instant,
  lastSeenAt: instant,
});
export type Finding = z.infer<typeof finding>;

export const scan = z.object({
  id,
  connectorId: id,
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** structure: tables or columns changed in a database that is watched. */
  cause: z.enum(['asked', 'daily', 'import', 'structure']),
  startedBy: person.nullable(),
  queuedAt: instant,
  endedAt: instant.nullable(),
  tables: z.number(),
  looked: z.number(),
  /** Tables whose rows this role may not read. */
  unreadable: z.number(),
  /** Tables the budget did not reach, or that took too long. */
  left: z.number(),
  found: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Scan = z.infer<typeof scan>;

/** What was looked at of a connector, over all scans. */
export const coverage = z.object({
  connectorId: id,
  /** Its files are looked at as tables. */
  isBucket: z.boolean(),
  tables: z.number(),
  looked: z.number(),
  unreadable: z.number(),
  /** Of those looked at, the ones looked at in part, by why: too many rows, too slow, too many columns. */
  partly: z.object({ size: z.number(), time: z.number(), columns: z.number() }),
  lookedAt: instant.nullable(),
  /** Looked at by itself every morning, for this person. */
  isDaily: z.boolean(),
  dailyFor: z.string().nullable(),
  scan: scan.nullable(),
});
export type Coverage = z.infer<typeof coverage>;

export const fixPreview = z.object({
  id,
  findingId: id,
  statement: z.string(),
  /** How it is taken back; null where there is no way. */
  undo: z.string().nullable(),
  /** Whom that would keep waiting; null where it is not known. */
  undoLock: z.enum(lockKinds).nullable(),
  lock: z.enum(lockKinds),
  /** Rows it changes, counted by doing it and taking it back; null where it changes none. */
  rows: z.number().nullable(),
  seconds: z.number(),
  /** Tried and taken back, so the figures are counted; else they are estimated by size. */
  wasTried: z.boolean(),
  /** Somebody would wait for longer than a second. */
  isSlow: z.boolean(),
  expiresAt: instant,
});
export type FixPreview = z.infer<typeof fixPreview>;

export const appliedFix = z.object({
  id,
  statement: z.string(),
  undo: z.string().nullable(),
  undoLock: z.enum(lockKinds).nullable(),
  changeSetId: id.nullable(),
  appliedAt: instant,
  appliedBy: z.string(),
  undoneAt: instant.nullable(),
  /** On its way, for longer than anybody waits for an answer. */
  isRunning: z.boolean(),
  /** Then it is being taken back. */
  isUndoing: z.boolean(),
});
export type AppliedFix = z.infer<typeof appliedFix>;

export const keptColumn = z.object({
  name: z.string(),
  type: z.string(),
  nullShare: z.number().nullable(),
  distinct: z.number().nullable(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** The values met most often in the sample; none of columns that look personal. */
  common: z.array(z.object({ value: z.string(), share: z.number() })),
  isPersonal: z.boolean(),
});
export type KeptColumn = z.infer<typeof keptColumn>;

export const keptProfile = z.object({
  takenAt: instant,
  rows: z.number().nullable(),
  /** How many rows the figures were read from. */
  sampled: z.number(),
  columns: z.array(keptColumn),
});
export type KeptProfile = z.infer<typeof keptProfile>;

export const tableHealth = z.object({
  schema: z.string(),
  table: z.string(),
  worst: z.enum(severities),
  findings: z.number(),
});
export type TableHealth = z.infer<typeof tableHealth>;

/** A change of a table that somebody is about to make. */
export const plannedChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('table-gone') }),
  z.strictObject({ kind: z.literal('table-renamed') }),
  z.strictObject({ kind: z.literal('column-gone'), column: z.string().min(1).max(300) }),
  z.strictObject({ kind: z.literal('column-renamed'), column: z.string().min(1).max(300) }),
  z.strictObject({ kind: z.literal('column-retyped'), column: z.string().min(1).max(300) }),
]);
export type PlannedChange = z.infer<typeof plannedChange>;

/** What of a project a planned change touches, as far as the asker may know of it. */
export const impact = z.object({
  uses: z.array(
    z.object({
      kind: z.enum(dependentKinds),
      id,
      name: z.string(),
      url: z.string(),
      /** Its names alone tell that it fails; else it may go on, if types fit. */
      breaks: z.boolean(),
    }),
  ),
  total: z.number(),
});
export type Impact = z.infer<typeof impact>;

/** A check that was dismissed too often as not useful: what it finds is not shown. */
export const quietCheck = z.object({ check: z.enum(checks), findings: z.number() });
export type QuietCheck = z.infer<typeof quietCheck>;

const params = z.object({ projectId: id });
const ofFinding = z.object({ projectId: id, findingId: id });
const path = '/api/intelligence/v1/:projectId';
const findingPath = `${path}/findings/:findingId` as const;
const name = z.string().min(1).max(300);

export const intelligenceRoutes = {
  list: route({
    method: 'GET',
    path: `${path}/findings`,
    summary: 'Findings about the databases of a project, the gravest first',
    access: { action: 'sql.read' },
    params,
    query: z.object({
      connectorId: id.optional(),
      show: z.enum(['open', 'snoozed', 'dismissed', 'ended']).default('open'),
      area: z.enum(checkAreas).optional(),
      schema: name.optional(),
      table: name.optional(),
      /** This one, whatever became of it. */
      findingId: id.optional(),
      limit: queryNumber.int().min(1).max(500).default(200),
    }),
    answer: z.object({
      items: z.array(finding),
      total: z.number(),
      quiet: z.array(quietCheck),
    }),
  }),
  coverage: route({
    method: 'GET',
    path: `${path}/coverage`,
    summary: 'What of each database was looked at, and when',
    access: { action: 'sql.read' },
    params,
    answer: z.array(coverage),
  }),
  health: route({
    method: 'GET',
    path: `${path}/health/:connectorId`,
    summary: 'Tables of a database that have open findings',
    access: { action: 'sql.read' },
    params: z.object({ projectId: id, connectorId: id }),
    answer: z.array(tableHealth),
  }),
  profiles: route({
    method: 'GET',
    path: `${path}/profiles/:connectorId`,
    summary: 'What a table looked like, the latest look and those of earlier weeks',
    access: { action: 'sql.read' },
    params: z.object({ projectId: id, connectorId: id }),
    /** A file of a bucket is a table without a schema, known by its path. */
    query: z.object({ schema: z.string().max(300), table: z.string().min(1).max(1_100) }),
    answer: z.array(keptProfile),
  }),
  impact: route({
    method: 'POST',
    path: `${path}/impact`,
    summary: 'What of the project a change of a table would break, before it is made',
    access: { action: 'sql.write' },
    effect: 'reads',
    params,
    body: z.strictObject({
      connectorId: id,
      schema: name,
      table: name,
      changes: z.array(plannedChange).min(1).max(20),
    }),
    answer: impact,
    write: 'repeatable',
  }),
  scan: route({
    method: 'POST',
    path: `${path}/scans`,
    summary: 'Look at a database now',
    access: { action: 'sql.write' },
    params,
    body: z.strictObject({ connectorId: id }),
    answer: scan,
    costs: true,
  }),
  stopScan: route({
    method: 'POST',
    path: `${path}/scans/:scanId/stop`,
    summary: 'Stop looking at a database; what was found stays',
    access: { action: 'sql.write' },
    params: z.object({ projectId: id, scanId: id }),
    answer: nothing,
  }),
  schedule: route({
    method: 'PUT',
    path: `${path}/schedule`,
    summary: 'Look at a database every morning, on your behalf, or no longer',
    access: { action: 'sql.write' },
    params,
    body: z.strictObject({ connectorId: id, isDaily: z.boolean() }),
    answer: nothing,
  }),
  dismiss: route({
    method: 'POST',
    path: `${findingPath}/dismiss`,
    summary: 'Never show a finding again',
    access: { action: 'sql.write' },
    params: ofFinding,
    body: z.strictObject({
      reason: z.enum(dismissReasons),
      note: z.string().trim().max(500).default(''),
      /** Of an unusual day: tell no more days of its measure in that direction. */
      mutesSeries: z.boolean().default(false),
    }),
    answer: finding,
  }),
  snooze: route({
    method: 'POST',
    path: `${findingPath}/snooze`,
    summary: 'Hide a finding for some days',
    access: { action: 'sql.write' },
    params: ofFinding,
    body: z.strictObject({
      days: z.number().int().min(1).max(365),
      note: z.string().trim().max(500).default(''),
    }),
    answer: finding,
  }),
  reopen: route({
    method: 'POST',
    path: `${findingPath}/reopen`,
    summary: 'Show a finding again that was dismissed or snoozed',
    access: { action: 'sql.write' },
    params: ofFinding,
    answer: finding,
  }),
  hear: route({
    method: 'POST',
    path: `${path}/checks/:check/hear`,
    summary: 'Show the findings of a check again that went quiet',
    access: { action: 'sql.write' },
    params: z.object({ projectId: id, check: z.enum(checks) }),
    answer: nothing,
  }),
  assign: route({
    method: 'PUT',
    path: `${findingPath}/assignee`,
    summary: 'Ask a member to look after a finding',
    access: { action: 'sql.write' },
    params: ofFinding,
    body: z.strictObject({ userId: id.nullable() }),
    answer: finding,
  }),
  previewFix: route({
    method: 'POST',
    path: `${findingPath}/fix/preview`,
    summary: 'What the fix of a finding would do: rows, lock and time',
    access: { action: 'sql.write' },
    params: ofFinding,
    answer: fixPreview,
    write: 'outside',
  }),
  applyFix: route({
    method: 'POST',
    path: `${findingPath}/fix/apply`,
    summary: 'Apply the fix whose preview you have seen',
    access: { action: 'sql.write' },
    params: ofFinding,
    body: z.strictObject({ previewId: id }),
    answer: appliedFix,
    write: 'outside',
    costs: true,
  }),
  fixes: route({
    method: 'GET',
    path: `${findingPath}/fixes`,
    summary: 'Fixes of a finding that were applied',
    access: { action: 'sql.read' },
    params: ofFinding,
    answer: z.array(appliedFix),
  }),
  undoFix: route({
    method: 'POST',
    path: `${findingPath}/fix/undo`,
    summary: 'Take back a fix that was applied',
    access: { action: 'sql.write' },
    params: ofFinding,
    body: z.strictObject({ fixId: id }),
    answer: appliedFix,
    write: 'outside',
  }),
};
