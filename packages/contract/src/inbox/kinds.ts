import { z } from 'zod';
import { role } from '../access.ts';
import { runKinds } from '../runs.ts';

/**
 * Everything that can come into somebody's inbox. A new kind is added here first, with what its
 * sentence needs, and gets its sentences in `texts.ts`: what is not in the list can't be told,
 * and the page of mail settings offers exactly these.
 *
 * `mail` says whether it also comes by mail as long as nobody chose: `own` kinds have a mail of
 * another making already.
 */
type ThingIcon = 'mail' | 'users' | 'robot' | 'key' | 'message';
type SignIcon = 'success' | 'error' | 'shield' | 'bell' | 'gauge';
export const inboxGroups = ['requests', 'work', 'keys', 'alerts', 'people'] as const;
export type InboxGroup = (typeof inboxGroups)[number];

type Kind = {
  params: z.ZodObject;
  mail: 'on' | 'off' | 'own';
  tone: 'neutral' | 'good' | 'warning' | 'bad';
  icon: ThingIcon | SignIcon;
  /** Beside which others it stands where people choose about mails. */
  group: InboxGroup;
  /** It is answered with yes or no. */
  isApproval?: true;
  /** Comes to people who run this installation only; others need not choose about it. */
  isForStaff?: true;
};

/** Names come from people: a sentence holds the beginning of a long one. */
const name = z.string().transform((text) => text.slice(0, 200));

const catalogue = {
  'invitation.received': {
    params: z.object({ project: name, by: name, role }),
    mail: 'own',
    tone: 'neutral',
    icon: 'mail',
    group: 'people',
  },
  'member.joined': {
    params: z.object({ project: name, name, role }),
    mail: 'off',
    tone: 'good',
    icon: 'users',
    group: 'people',
  },
  'project.offered': {
    params: z.object({ project: name, by: name }),
    mail: 'on',
    tone: 'neutral',
    icon: 'users',
    group: 'people',
  },
  'project.deleted': {
    params: z.object({ project: name, by: name, days: z.int() }),
    mail: 'on',
    tone: 'warning',
    icon: 'users',
    group: 'people',
  },
  /** Somebody wanted to join by an invitation whose sender may not invite any more. */
  'invitation.stale': {
    params: z.object({ email: name, role }),
    mail: 'off',
    tone: 'warning',
    icon: 'mail',
    group: 'people',
  },
  'run.ended': {
    params: z.object({ title: name, run: z.enum(runKinds) }),
    mail: 'off',
    tone: 'good',
    icon: 'success',
    group: 'work',
  },
  'run.failed': {
    params: z.object({ title: name, run: z.enum(runKinds) }),
    mail: 'off',
    tone: 'bad',
    icon: 'error',
    group: 'work',
  },
  /** What a step of a workflow has to say. */
  'workflow.notice': {
    params: z.object({ workflow: name, text: z.string().max(2_000) }),
    mail: 'on',
    tone: 'neutral',
    icon: 'robot',
    group: 'work',
  },
  'workflow.failed': {
    params: z.object({ workflow: name, error: z.string().max(2_000) }),
    mail: 'on',
    tone: 'bad',
    icon: 'robot',
    group: 'work',
  },
  /** Who published it has left, so nobody's rights are behind it. */
  'workflow.held': {
    params: z.object({ workflow: name, person: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'robot',
    group: 'work',
  },
  /** Too many of its runs rested for want of credits, or for too long. */
  'workflow.skipped': {
    params: z.object({ workflow: name, count: z.int() }),
    mail: 'on',
    tone: 'warning',
    icon: 'robot',
    group: 'work',
  },
  'key.rotated': {
    params: z.object({ key: name, by: name }),
    mail: 'off',
    tone: 'neutral',
    icon: 'key',
    group: 'keys',
  },
  'key.expiring': {
    params: z.object({ key: name, days: z.int() }),
    mail: 'on',
    tone: 'warning',
    icon: 'key',
    group: 'keys',
  },
  /** Halfway, at four fifths and at the end of what it may cost in a month. */
  'key.cap': {
    params: z.object({ key: name, cap: name, percent: z.int() }),
    mail: 'on',
    tone: 'warning',
    icon: 'gauge',
    group: 'keys',
  },
  'key.held': {
    params: z.object({ key: name, person: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'key',
    group: 'keys',
  },
  'key.expired': {
    params: z.object({ key: name }),
    mail: 'on',
    tone: 'bad',
    icon: 'key',
    group: 'keys',
  },
  /** Somebody found it where it does not belong, and it was revoked. */
  'key.reported': {
    params: z.object({ key: name }),
    mail: 'on',
    tone: 'bad',
    icon: 'key',
    group: 'keys',
  },
  'approval.asked': {
    params: z.object({ title: name, by: name, question: z.string().max(2_000) }),
    mail: 'on',
    tone: 'warning',
    icon: 'shield',
    group: 'requests',
    isApproval: true,
  },
  /** What somebody approved for a program could not be done. */
  'proposal.failed': {
    params: z.object({ title: name, by: name, error: z.string().max(2_000) }),
    mail: 'on',
    tone: 'bad',
    icon: 'shield',
    group: 'requests',
  },
  /** The schema changed, and an answer somebody verified does not hold any more. */
  'golden.broken': {
    params: z.object({ question: name, problem: z.string().max(2_000) }),
    mail: 'off',
    tone: 'warning',
    icon: 'message',
    group: 'alerts',
  },
  'measure.broken': {
    params: z.object({ measure: name, problem: z.string().max(2_000) }),
    mail: 'off',
    tone: 'warning',
    icon: 'message',
    group: 'alerts',
  },
  'alert.fired': {
    params: z.object({ title: name, value: name }),
    mail: 'on',
    tone: 'bad',
    icon: 'bell',
    group: 'alerts',
  },
  'alert.recovered': {
    /** `lasted`: seconds. */
    params: z.object({ title: name, value: name, lasted: z.number() }),
    mail: 'off',
    tone: 'good',
    icon: 'bell',
    group: 'alerts',
  },
  /** Its query failed several times in a row: nothing is watched meanwhile. */
  'alert.broken': {
    params: z.object({ title: name, error: z.string().max(2_000) }),
    mail: 'on',
    tone: 'warning',
    icon: 'bell',
    group: 'alerts',
  },
  'alert.mended': {
    params: z.object({ title: name }),
    mail: 'off',
    tone: 'good',
    icon: 'bell',
    group: 'alerts',
  },
  /** Who made it may not ask any more, so nobody's rights are behind it. */
  'alert.held': {
    params: z.object({ title: name, person: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'bell',
    group: 'alerts',
  },
  'subscription.failed': {
    params: z.object({ dashboard: name }),
    mail: 'on',
    tone: 'bad',
    icon: 'mail',
    group: 'alerts',
  },
  /** Its dashboard asks for a value that it does not have: all rows would be no answer. */
  'subscription.unfiltered': {
    params: z.object({ dashboard: name, filters: name }),
    mail: 'on',
    tone: 'bad',
    icon: 'mail',
    group: 'alerts',
  },
  /** Who made it may not look any more, so nobody's rights are behind it. */
  'subscription.held': {
    params: z.object({ dashboard: name, person: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'mail',
    group: 'alerts',
  },
  /** Its next time can't be told by a zone that is not known here. */
  'subscription.waiting': {
    params: z.object({ dashboard: name, zone: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'mail',
    group: 'alerts',
  },
  'comment.mentioned': {
    params: z.object({ by: name, dashboard: name, text: z.string().max(2_000) }),
    mail: 'on',
    tone: 'neutral',
    icon: 'message',
    group: 'people',
  },
  /** So much of the credits of somebody's account is left. */
  'credits.low': {
    params: z.object({ percent: z.int() }),
    mail: 'on',
    tone: 'warning',
    icon: 'gauge',
    group: 'alerts',
  },
  /** Staff gave some, as goodwill. */
  'credits.given': {
    params: z.object({ credits: z.int(), days: z.int() }),
    mail: 'on',
    tone: 'good',
    icon: 'gauge',
    group: 'alerts',
  },
  /** To who would pay for a project, or to who would have it paid. */
  'sponsor.offered': {
    params: z.object({ project: name, by: name }),
    mail: 'on',
    tone: 'neutral',
    icon: 'users',
    group: 'requests',
  },
  'sponsor.changed': {
    params: z.object({ project: name, by: name }),
    mail: 'on',
    tone: 'neutral',
    icon: 'users',
    group: 'people',
  },
  /** A sponsor can't pay at the moment, so that the owner does; and can again. */
  'sponsor.out': {
    params: z.object({ project: name, by: name, name }),
    mail: 'on',
    tone: 'warning',
    icon: 'gauge',
    group: 'alerts',
  },
  'sponsor.back': {
    params: z.object({ project: name, by: name, name }),
    mail: 'on',
    tone: 'good',
    icon: 'gauge',
    group: 'alerts',
  },
  'threshold.reached': {
    params: z.object({ what: name, percent: z.int() }),
    mail: 'on',
    tone: 'warning',
    icon: 'gauge',
    group: 'alerts',
  },
  /** Staff acted as the person; they were told by a mail of its own, too. */
  'impersonation.started': {
    params: z.object({ staff: name, reason: z.string().max(500) }),
    mail: 'own',
    tone: 'warning',
    icon: 'shield',
    group: 'people',
  },
  /** The file with everything stored about the person is ready. */
  'account.exported': {
    params: z.object({}),
    mail: 'off',
    tone: 'good',
    icon: 'success',
    group: 'work',
  },
  /** To staff: somebody wrote to them. */
  'support.asked': {
    params: z.object({ person: name, subject: name }),
    mail: 'on',
    tone: 'neutral',
    icon: 'message',
    group: 'requests',
    isForStaff: true,
  },
  /** To staff: the sums of somebody's credits do not agree, and nothing is booked there meanwhile. */
  'account.frozen': {
    params: z.object({ person: name }),
    mail: 'on',
    tone: 'bad',
    icon: 'shield',
    group: 'requests',
    isForStaff: true,
  },
  /** To staff: somebody lost every second factor, and the days of waiting are over. */
  'recovery.ready': {
    params: z.object({ person: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'shield',
    group: 'requests',
    isForStaff: true,
  },
  /** A scan that nobody waited for found something grave. */
  'findings.new': {
    /** The gravest of them, a line each, in every language. */
    params: z.object({
      connector: name,
      count: z.int(),
      list: z.object({ en: z.string().max(2_000), de: z.string().max(2_000) }),
    }),
    mail: 'on',
    tone: 'warning',
    icon: 'gauge',
    group: 'alerts',
  },
  /** Somebody changed a table; a private query is named to its author alone. */
  'query.broken': {
    params: z.object({ query: name, table: name, what: name }),
    mail: 'on',
    tone: 'warning',
    icon: 'gauge',
    group: 'alerts',
  },
  'finding.assigned': {
    params: z.object({ by: name, table: name }),
    mail: 'on',
    tone: 'neutral',
    icon: 'gauge',
    group: 'requests',
  },
  'support.answered': {
    params: z.object({ subject: name }),
    mail: 'on',
    tone: 'neutral',
    icon: 'message',
    group: 'requests',
  },
} as const satisfies Record<string, Kind>;

export type InboxKind = keyof typeof catalogue;
export type InboxParams<K extends InboxKind> = z.input<(typeof catalogue)[K]['params']>;

export const inboxKinds: Record<InboxKind, Kind> = catalogue;
export const inboxKindNames = Object.keys(catalogue) as [InboxKind, ...InboxKind[]];

/** Those for which somebody chooses whether they come by mail. */
export type MailedKind = Exclude<InboxKind, 'invitation.received' | 'impersonation.started'>;
export const mailedKinds = inboxKindNames.filter(
  (kind): kind is MailedKind => inboxKinds[kind].mail !== 'own',
);
