import type {
  HeldReason,
  RunStatus,
  RunTriggerKind,
  WorkflowRun,
} from '@causeway/contract/automations/run-shapes.ts';
import {
  MOST_SENTENCES,
  type RunMessage,
  runMessages,
  wordsOf,
} from '@causeway/contract/automations/run-messages.ts';
import { type ErrorCode, errorCatalogue, Failure } from '@causeway/contract/errors.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, findRow, listRows } from '#platform/db/database.ts';
import { joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { Entry, RunAnswer } from './engine/entries.ts';
import { readJournal } from './running/claims.ts';
import { heldFor } from './running/queue-status.ts';
import { leastIdAt, msOfId } from './running/run-ids.ts';

/** A run as the lists have it, open or ended. */
type Row = {
  id: string;
  workflowId: string;
  workflowName: string;
  version: number;
  status: RunStatus;
  triggerKind: RunTriggerKind;
  ms: number | null;
  error: string | null;
  errorCode: string | null;
  errorStep: string | null;
};

const openColumns = sql`run.id, run.workflow_id as "workflowId",
  coalesce(workflow.name, '') as "workflowName", run.version, run.status,
  run.trigger_kind as "triggerKind", null::int as ms, null::text as error,
  null::text as "errorCode", null::text as "errorStep"`;
const endedColumns = sql`run.id, run.workflow_id as "workflowId",
  coalesce(workflow.name, '') as "workflowName", run.version, run.status,
  run.trigger_kind as "triggerKind", run.ms, run.error, run.error_code as "errorCode",
  run.error_step as "errorStep"`;

export type RunFilter = {
  workflowId?: string | undefined;
  status?: RunStatus | 'open' | undefined;
  triggerKind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  messages?: string | undefined;
};

const openStatuses = new Set(['open', 'queued', 'running', 'waiting', 'held']);

/** A page of the runs that are open, merged with a page of those that ended: newest first. */
export async function listRuns(
  db: Db,
  project: AuthorizedProject,
  filter: RunFilter,
  { after, limit }: Range,
): Promise<WorkflowRun[]> {
  const { status } = filter;
  const wantsOpen = !status || openStatuses.has(status);
  const wantsEnded = !openStatuses.has(status ?? '');
  const open = wantsOpen ? await listOpen(db, project, filter, { after, limit }) : [];
  const ended = wantsEnded ? await listEnded(db, project, filter, { after, limit }) : [];
  return [...open, ...ended]
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
    .map(toRun);
}

export type Range = { after: string | null; limit: number };

function listOpen(db: Db, project: AuthorizedProject, filter: RunFilter, { after, limit }: Range) {
  const conditions = [sql`run.project_id = ${project.id}`, ...commonConditions(filter, after)];
  if (filter.status && filter.status !== 'open')
    conditions.push(sql`run.status = ${filter.status}`);
  return listRows<Row>(
    db,
    sql`select ${openColumns} from workflow_runs run
        left join workflows workflow on workflow.id = run.workflow_id
        where ${joinSql(conditions, ' and ')} order by run.id desc limit ${limit}`,
  );
}

function listEnded(db: Db, project: AuthorizedProject, filter: RunFilter, { after, limit }: Range) {
  const conditions = [sql`run.project_id = ${project.id}`, ...commonConditions(filter, after)];
  if (filter.status) conditions.push(sql`run.status = ${filter.status}`);
  return listHistory(db, conditions, limit);
}

function listHistory(db: Db, conditions: Sql[], limit: number) {
  return listRows<Row>(
    db,
    sql`select ${endedColumns} from workflow_history run
        left join workflows workflow on workflow.id = run.workflow_id
        where ${joinSql(conditions, ' and ')} order by run.id desc limit ${limit}`,
  );
}

const SEARCH = { portion: 20_000, longestMs: 1_000 };

/**
 * Runs that failed with an error that has the words, newest first. No index finds words inside of a
 * text, so what failed is looked through a portion at a time, and after a while what was found is
 * told with how far back that is: `stoppedAt` is the run to go on after.
 */
export async function searchErrors(
  db: Db,
  project: AuthorizedProject,
  { search = '', messages = '', status, ...filter }: RunFilter,
  { after, limit }: Range,
  { portion, longestMs } = SEARCH,
): Promise<{ runs: WorkflowRun[]; stoppedAt: string | null }> {
  const found: Row[] = [];
  const wanted = [sql`run.error ilike ${`%${escapeLike(search)}%`}`, ...listSentences(messages)];
  const until = performance.now() + longestMs;
  // Only what failed has an error to be found in.
  if (status && status !== 'failed') return { runs: [], stoppedAt: null };
  for (let before = after; ;) {
    const conditions = [
      sql`run.project_id = ${project.id}`,
      sql`run.status = 'failed'`,
      ...commonConditions(filter, before),
    ];
    const last = await findRow<{ id: string }>(
      db,
      sql`select run.id from workflow_history run where ${joinSql(conditions, ' and ')}
          order by run.id desc offset ${portion - 1} limit 1`,
    );
    if (last) conditions.push(sql`run.id >= ${last.id}`);
    conditions.push(sql`(${joinSql(wanted, ' or ')})`);
    found.push(...(await listHistory(db, conditions, limit - found.length)));
    const isOver = !last || found.length === limit;
    if (isOver || performance.now() > until) {
      return { runs: found.map(toRun), stoppedAt: isOver ? null : last.id };
    }
    before = last.id;
  }
}

function commonConditions({ workflowId, triggerKind, from, to }: RunFilter, after: string | null) {
  const conditions: Sql[] = [];
  if (workflowId) conditions.push(sql`run.workflow_id = ${workflowId}`);
  if (triggerKind) conditions.push(sql`run.trigger_kind = ${triggerKind}`);
  if (from) conditions.push(sql`run.id >= ${leastIdAt(Date.parse(from))}`);
  if (to) conditions.push(sql`run.id < ${leastIdAt(Date.parse(to))}`);
  if (after) conditions.push(sql`run.id < ${after}`);
  return conditions;
}

const MOST_FACTS = 4;

/** Of sentences and codes by their names; who reads them in another language looks for its words. */
function listSentences(messages: string): Sql[] {
  const asked = messages.split('\n').map((message) => message.split('\t', 1 + MOST_FACTS));
  return asked
    .flatMap(([name = '', ...facts]) => {
      const sentence = sentenceOf(name);
      if (sentence === undefined) return [];
      const conditions = [
        sql`run.error like ${wordsOf(sentence).map(escapeLike).join('%')}`,
        ...facts.map((fact) => sql`run.error ilike ${`%${escapeLike(fact)}%`}`),
      ];
      return [sql`(${joinSql(conditions, ' and ')})`];
    })
    .slice(0, MOST_SENTENCES);
}

function sentenceOf(name: string): string | undefined {
  if (Object.hasOwn(runMessages, name)) return runMessages[name as RunMessage];
  return Object.hasOwn(errorCatalogue, name)
    ? errorCatalogue[name as ErrorCode].message
    : undefined;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function toRun({ error, errorCode, errorStep, ...row }: Row): WorkflowRun {
  const accepted = msOfId(row.id);
  return {
    ...row,
    acceptedAt: new Date(accepted).toISOString(),
    endedAt: row.ms === null ? null : new Date(accepted + row.ms).toISOString(),
    error: error === null ? null : { message: error, code: errorCode, step: errorStep },
  };
}

export type WholeRun = WorkflowRun & {
  heldFor: HeldReason | null;
  projectId: string;
  trigger: unknown;
  triggerId: string;
  entries: Entry[];
  answer: RunAnswer | null;
  rerunOf: string | null;
  parentRunId: string | null;
  isOpen: boolean;
};

type WholeRow = Row & {
  heldFor: HeldReason | null;
  projectId: string;
  trigger: unknown;
  triggerId: string;
  steps: Entry[] | null;
  answer: RunAnswer | null;
  rerunOf: string | null;
  parentRunId: string | null;
};

const whole = sql`run.project_id as "projectId", run.trigger, run.trigger_id as "triggerId",
  run.rerun_of as "rerunOf", run.parent_run_id as "parentRunId"`;

export async function readRun(db: Db, project: AuthorizedProject, id: string): Promise<WholeRun> {
  const open = await findRow<WholeRow>(
    db,
    sql`select ${openColumns}, ${whole}, null::json as steps, null::json as answer,
          ${heldFor(sql`run`)} as "heldFor"
        from workflow_runs run left join workflows workflow on workflow.id = run.workflow_id
        where run.id = ${id} and run.project_id = ${project.id}`,
  );
  const row = open ?? (await findEnded(db, project, id));
  if (!row) throw new Failure('E_RUN_NOT_FOUND');
  const { heldFor: reason, steps, ...known } = row;
  const { projectId, trigger, triggerId, answer, rerunOf, parentRunId, ...listed } = known;
  const entries = steps ?? (await readJournal(db, id)).entries;
  const isOpen = open !== undefined;
  const run = toRun(listed);
  const rest = { projectId, trigger, triggerId, entries, answer, rerunOf, parentRunId, isOpen };
  return { ...run, ...rest, heldFor: reason };
}

function findEnded(db: Db, project: AuthorizedProject, id: string) {
  return findRow<WholeRow>(
    db,
    sql`select ${endedColumns}, ${whole}, run.steps, run.answer, null as "heldFor"
        from workflow_history run left join workflows workflow on workflow.id = run.workflow_id
        where run.id = ${id} and run.project_id = ${project.id}`,
  );
}

export type LastRuns = {
  workflowId: string;
  ticks: { id: string; status: RunStatus; ms: number | null }[];
  successRate: number | null;
  p95Ms: number | null;
  waiting: number;
  held: number;
};

/** The last twenty, and how the last thousand went, of each workflow: read from the index alone. */
export function listLastRuns(db: Db, workflowIds: string[]): Promise<LastRuns[]> {
  return listRows(
    db,
    sql`select workflow.id as "workflowId",
          coalesce((select json_agg(json_build_object('id', tick.id, 'status', tick.status,
              'ms', tick.ms) order by tick.id desc) from (
            select id, status, null::int as ms from workflow_runs run
              where run.workflow_id = workflow.id
            union all
            (select id, status, ms from workflow_history run where run.workflow_id = workflow.id
              order by id desc limit 20)
            order by id desc limit 20) tick), '[]') as ticks,
          recent.rate as "successRate", recent.p95 as "p95Ms",
          (select count(*)::int from workflow_runs run where run.workflow_id = workflow.id
            and run.status = 'waiting') as waiting,
          (select count(*)::int from workflow_runs run where run.workflow_id = workflow.id
            and run.status = 'held') as held
        from unnest(${workflowIds}::uuid[]) workflow(id) cross join lateral (
          select avg((status = 'done')::int) filter (where status <> 'cancelled')::float8 as rate,
            percentile_disc(0.95) within group (order by ms) as p95
          from (select status, ms from workflow_history run where run.workflow_id = workflow.id
            order by id desc limit 1000) last
        ) recent`,
  );
}
