import {
  definition as definitionSchema,
  type Trigger,
} from '@causeway/contract/automations/definition.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import { runsAtOnceOf } from '#platform/credits/entitlements.ts';
import { type Database, findRow } from '#platform/db/database.ts';
import { prepared, type Sql, sql } from '#platform/db/sql.ts';
import type { Events } from '#platform/events/events.ts';
import { makePlan, type Plan } from '../engine/plan.ts';

/** A published version, ready to run, and for whom. */
export type LiveWorkflow = {
  id: string;
  projectId: string;
  name: string;
  version: number;
  /** Null once that person's account is gone. */
  publishedBy: string | null;
  isEnabled: boolean;
  hookToken: string;
  plan: Plan;
  /** What its steps need, and nothing else. */
  scopes: Scope[];
  /** So many runs of its project go on at once, by its plan; more wait in the queue. */
  runsAtOnce: number;
};

/**
 * Published workflows, kept for a moment. What is kept may be outdated: the commit of every run that
 * comes from outside checks that its version is still the one that runs (write-batch.ts).
 */
export type LiveWorkflows = {
  findByToken(token: string): Promise<LiveWorkflow | undefined>;
  find(workflowId: string): Promise<LiveWorkflow | undefined>;
  /** Of a run that began on it, perhaps long ago. */
  findVersion(workflowId: string, version: number): Promise<LiveWorkflow | undefined>;
  forget(workflowId: string): void;
};

const FRESH_MS = 2_000;
const MOST_KEPT = 2_000;

type Row = Omit<LiveWorkflow, 'plan' | 'scopes'> & { definition: unknown };
type Kept = { live: Promise<LiveWorkflow | undefined>; until: number };

export function createLiveWorkflows(
  db: Database,
  events: Events,
  { grantsOf, unbooked }: { grantsOf: (plan: Plan) => Scope[]; unbooked: PlanId },
): LiveWorkflows {
  const kept = new Map<string, Kept>();
  const compiled = new Map<string, { plan: Plan; scopes: Scope[] }>();

  function compile(row: Row): LiveWorkflow {
    const key = `${row.id}:${row.version}`;
    let known = compiled.get(key);
    if (!known) {
      const plan = makePlan(definitionSchema.parse(row.definition));
      known = { plan, scopes: grantsOf(plan) };
      if (compiled.size >= MOST_KEPT) compiled.clear();
      compiled.set(key, known);
    }
    const { definition: _, ...head } = row;
    return { ...head, ...known };
  }

  function keep(key: string, load: () => Promise<Row | undefined>) {
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.live;
    const live = load().then((row) => (row ? compile(row) : undefined));
    // Who asked is told by the promise itself; the next one reads anew.
    live.catch(() => kept.delete(key));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { live, until: Date.now() + FRESH_MS });
    return live;
  }

  function forget(workflowId: string): void {
    for (const [key, { live }] of kept) {
      void live.then(
        (workflow) => {
          if (!workflow || workflow.id === workflowId) kept.delete(key);
        },
        () => {},
      );
    }
  }

  events.hearInstances((note) => {
    if ('workflow' in note) forget(note.workflow);
  });

  return {
    forget,
    findByToken: (token) =>
      keep(`token:${token}`, () =>
        findPublished(db, unbooked, sql`workflow.hook_token = ${token}`),
      ),
    find: (id) => keep(`id:${id}`, () => findPublished(db, unbooked, sql`workflow.id = ${id}`)),
    findVersion: async (id, version) => {
      const row = await findOf(db, unbooked, { id, version });
      return row && compile(row);
    },
  };
}

const columns = (
  unbooked: PlanId,
) => sql`workflow.id, workflow.project_id as "projectId", workflow.name,
  workflow.is_enabled as "isEnabled",
  workflow.hook_token as "hookToken", version.version, version.definition,
  ${runsAtOnceOf(unbooked)} as "runsAtOnce"`;

function findPublished(db: Database, unbooked: PlanId, condition: Sql): Promise<Row | undefined> {
  return findRow(
    db,
    prepared(sql`select ${columns(unbooked)}, workflow.published_by as "publishedBy"
        from workflows workflow
        join projects project on project.id = workflow.project_id
        join workflow_versions version on version.workflow_id = workflow.id
          and version.version = workflow.version
        where ${condition} and workflow.deleted_at is null`),
  );
}

/**
 * What somebody drew runs with their rights and not with those of who publishes the next version; only
 * once they have none, those runs are taken over by who published it anew.
 */
const publisherOfVersion = sql`case when exists (select from project_members member
  where member.project_id = workflow.project_id and member.user_id = version.published_by
    and member.role <> 'viewer') then version.published_by else workflow.published_by end`;

function findOf(db: Database, unbooked: PlanId, { id, version }: { id: string; version: number }) {
  return findRow<Row>(
    db,
    sql`select ${columns(unbooked)}, ${publisherOfVersion} as "publishedBy"
        from workflows workflow
        join projects project on project.id = workflow.project_id
        join workflow_versions version on version.workflow_id = workflow.id
          and version.version = ${version}
        where workflow.id = ${id}`,
  );
}

export function triggerOf<Kind extends Trigger['kind']>(
  { plan }: LiveWorkflow,
  kind: Kind,
): Extract<Trigger, { kind: Kind }> | undefined {
  const found = plan.definition.triggers.find((trigger) => trigger.kind === kind);
  return found as Extract<Trigger, { kind: Kind }> | undefined;
}
