import { z } from 'zod';
import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import {
  type Definition,
  definition as definitionSchema,
  emptyDefinition,
} from '@causeway/contract/automations/definition.ts';
import {
  workflowPublishingRoutes,
  workflowRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { drawTemplate } from '@causeway/contract/automations/templates.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { effectOf, scopeNeeded } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { isWithheldFrom } from '#platform/connectors/works-as-reader.ts';
import { type Db, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Operation } from '#platform/operations/operation.ts';
import type { Services } from '#platform/services.ts';
import type { Automations } from './automations.ts';
import { mayStart } from './start-run.ts';
import { skipSurplusHeld } from './held-runs.ts';
import { checkWorkflow, isOffered, refuseProblems } from './check-workflow.ts';
import { slotsAfter } from './cron.ts';
import { listLastRuns } from './history.ts';
import { endQueued, releaseHeld, releasePaidFor } from './run-changes.ts';
import { planFollowers } from './running/followers.ts';
import { forgetSchedules, planSchedules } from './running/schedules.ts';
import { installStatements, removeStatements } from './running/row-outbox.ts';
import { forgetWatches, planWatches } from './running/watches.ts';
import {
  findInstalled,
  listWatches,
  nameConnectors,
  outboxTriggers,
  placeOf,
  readRowTrigger,
  removeInstalled,
  runInstall,
} from './watch-install.ts';
import { withholdWatch } from './withheld.ts';
import {
  forgetDeletedWorkflows,
  insertWorkflow,
  listVersions,
  listWorkflows,
  markDeleted,
  markEnabled,
  publishDraft,
  readWorkflow,
  renameWorkflow,
  renewHookToken,
  saveDraft,
  type StoredWorkflow,
} from './workflows.ts';

export function mountWorkflows(mount: Mount, services: Services, automations: Automations): void {
  const { events, jobs, env, db: database } = services;
  const needs = { operations: mount.operations, sandbox: automations.sandbox };

  async function present(db: Db, actor: ProjectActor, id: string) {
    const { hookToken, projectId, ...stored } = await readWorkflow(db, actor, id);
    const definition = definitionSchema.parse(stored.definition);
    const isWithheld = await isWithheldFrom(db, actor.project);
    return {
      ...stored,
      definition,
      samples: isWithheld ? {} : stored.samples,
      problems: await checkWorkflow(needs, db, projectId, definition),
      hookUrl: mayStart(actor) ? `${env.publicUrl}/api/hooks/v1/${hookToken}` : null,
    };
  }

  async function changed(tx: Tx, actor: ProjectActor, action: AuditAction, { id, name }: Named) {
    const projectId = actor.project.id;
    await recordAct(tx, actor, { action, target: id, details: { name } });
    await tellChange(tx, projectId, id);
  }

  async function tellChange(tx: Tx, projectId: string, workflowId: string): Promise<void> {
    await events.publish(tx, { projectId }, { type: 'workflows.changed', projectId, workflowId });
    await events.tellInstances(tx, { workflow: workflowId });
  }

  mount('workflows', workflowRoutes, {
    list: async ({ db, actor }) => {
      const workflows = await listWorkflows(db, actor.project.id);
      const last = await listLastRuns(
        db,
        workflows.map(({ id }) => id),
      );
      const byId = new Map(last.map((one) => [one.workflowId, one]));
      return workflows
        .map(({ definition, published, ...workflow }) => ({
          ...workflow,
          triggers: (published ?? definition).triggers,
          ticks: [],
          successRate: null,
          p95Ms: null,
          waiting: 0,
          held: 0,
          ...byId.get(workflow.id),
        }))
        .toSorted((one, other) => Number(failedLast(other)) - Number(failedLast(one)));
    },
    show: ({ db, actor, params }) => present(db, actor, params.workflowId),
    create: async ({ db, actor, body }) => {
      const { name, description, template, choices } = body;
      const begun = template ? drawTemplate(template, choices) : emptyDefinition;
      const { definition = begun } = body;
      const id = await insertWorkflow(db, actor, { name, description, definition });
      await changed(db, actor, 'workflow.created', { id, name });
      return present(db, actor, id);
    },
    rename: async ({ db, actor, params, body }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      await renameWorkflow(db, workflow, body);
      await changed(db, actor, 'workflow.updated', {
        ...workflow,
        name: body.name ?? workflow.name,
      });
      return present(db, actor, workflow.id);
    },
    // A draft saves itself every few seconds: its history is its versions, not the audit log.
    saveDraft: async ({ db, actor, params, body }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      const saved = await saveDraft(db, workflow, body);
      await tellChange(db, actor.project.id, workflow.id);
      const problems = await checkWorkflow(needs, db, actor.project.id, body.definition);
      return { ...saved, problems };
    },
    remove: async ({ db, actor, params }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      await markDeleted(db, workflow, true);
      await stopAll(db, workflow);
      await forgetWatches(db, workflow.id);
      await changed(db, actor, 'workflow.deleted', workflow);
      const installed = outboxTriggers(workflow.definition, await findLatest(db, workflow));
      const left = await removeInstalled(automations.actAs, actor, workflow.id, installed);
      return { left: await nameConnectors(db, actor, left) };
    },
    restore: async ({ db, actor, params }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId, { isDeleted: true });
      await markDeleted(db, workflow, false);
      await changed(db, actor, 'workflow.restored', workflow);
      return present(db, actor, workflow.id);
    },
    versions: async ({ db, actor, params }) => {
      return listVersions(db, await readWorkflow(db, actor, params.workflowId));
    },
    version: async ({ db, actor, params }) => {
      const versions = await listVersions(db, await readWorkflow(db, actor, params.workflowId));
      const found = versions.find(({ version }) => version === params.number);
      if (!found) throw new Failure('E_NOT_FOUND');
      return { ...found, definition: definitionSchema.parse(found.definition) };
    },
    check: async ({ db, actor, body }) => ({
      problems: await checkWorkflow(needs, db, actor.project.id, body.definition),
    }),
    nextSlots: async ({ body }) => {
      const slots = slotsAfter(body.cron, body.zone, new Date(), 5);
      return { slots: slots.map((slot) => slot.toISOString()) };
    },
    operations: async () => mount.operations.all().filter(isOffered).map(describe),
  });

  async function findLatest(db: Db, workflow: StoredWorkflow): Promise<Definition | undefined> {
    const [latest] = await listVersions(db, workflow);
    return latest && definitionSchema.parse(latest.definition);
  }

  async function planAll(tx: Tx, workflow: StoredWorkflow, definition: Definition): Promise<void> {
    await planSchedules(tx, workflow, definition);
    await planFollowers(tx, workflow, definition);
    await planWatches(tx, workflow, definition);
  }

  async function stopAll(tx: Tx, workflow: StoredWorkflow): Promise<void> {
    await forgetSchedules(tx, workflow.id);
    await endQueued(tx, workflow);
  }

  mount('workflowPublishing', workflowPublishingRoutes, {
    publish: async ({ db, actor, params, body }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      const definition = definitionSchema.parse(workflow.definition);
      refuseProblems(await checkWorkflow(needs, db, actor.project.id, definition));
      const stored = { ...workflow, definition };
      const before = await findLatest(db, workflow);
      const version = await publishDraft(db, stored, { user: actor.user, ...body });
      await planAll(db, workflow, definition);
      await releaseHeld(db, workflow, version);
      await changed(db, actor, 'workflow.published', workflow);
      db.afterCommit(() => {
        automations.engine.look();
        // What the new version does not watch any more is not noted any more either.
        const kept = new Set(outboxTriggers(definition).map(placeOf));
        const gone = outboxTriggers(before).filter((trigger) => !kept.has(placeOf(trigger)));
        void removeInstalled(automations.actAs, actor, workflow.id, gone).catch(() => {});
      });
      return present(db, actor, workflow.id);
    },
    enable: async ({ db, actor, params }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      const [published] = await listVersions(db, workflow);
      if (!published || workflow.version === null) throw new Failure('E_WORKFLOW_NOT_PUBLISHED');
      await markEnabled(db, workflow, true);
      await planAll(db, workflow, definitionSchema.parse(published.definition));
      await changed(db, actor, 'workflow.enabled', workflow);
      return present(db, actor, workflow.id);
    },
    disable: async ({ db, actor, params }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      await markEnabled(db, workflow, false);
      await stopAll(db, workflow);
      await changed(db, actor, 'workflow.disabled', workflow);
      return present(db, actor, workflow.id);
    },
    watches: async ({ db, actor, params }) => {
      const watches = await listWatches(db, await readWorkflow(db, actor, params.workflowId));
      return (await isWithheldFrom(db, actor.project)) ? watches.map(withholdWatch) : watches;
    },
    watchSql: async ({ db, actor, params }) => {
      const { workflow, trigger } = await readRowTrigger(db, actor, params);
      const { asOf } = await readRow<{ asOf: string }>(db, sql`select clock_timestamp() as "asOf"`);
      return {
        asOf,
        install: installStatements(workflow.id, trigger),
        remove: removeStatements(workflow.id, trigger),
        isInstalled: await findInstalled(automations.actAs, actor, workflow.id, trigger),
      };
    },
    installWatch: async ({ db, actor, params }) => {
      const { workflow, trigger } = await readRowTrigger(db, actor, params);
      await runInstall(automations.actAs, actor, trigger, installStatements(workflow.id, trigger));
      return null;
    },
    removeWatch: async ({ db, actor, params }) => {
      const { workflow, trigger } = await readRowTrigger(db, actor, params);
      await runInstall(automations.actAs, actor, trigger, removeStatements(workflow.id, trigger));
      return null;
    },
    renewHook: async ({ db, actor, params }) => {
      const workflow = await readWorkflow(db, actor, params.workflowId);
      await renewHookToken(db, workflow);
      await changed(db, actor, 'workflow.hook-renewed', workflow);
      return present(db, actor, workflow.id);
    },
  });

  jobs.define({
    name: 'workflows.held',
    data: z.object({}),
    schedule: '* * * * *',
    run: async () => {
      const released = await database.transaction(async (tx) => {
        await skipSurplusHeld(tx);
        return releasePaidFor(tx);
      });
      if (released > 0) automations.engine.look();
    },
  });
  jobs.define({
    name: 'workflows.sweep',
    data: z.object({}),
    schedule: '23 * * * *',
    run: async () => {
      await forgetDeletedWorkflows(database);
      await automations.keepHouse();
    },
  });
}

type Named = { id: string; name: string };

function failedLast({ ticks }: { ticks: { status: string }[] }): boolean {
  return ticks.find(({ status }) => status === 'done' || status === 'failed')?.status === 'failed';
}

function describe(operation: Operation) {
  const schema = (part: z.ZodType | undefined) =>
    part ? z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) : null;
  return {
    name: operation.name,
    summary: operation.summary,
    effect: effectOf(operation),
    scope: scopeNeeded(operation) ?? '',
    params: schema(operation.params),
    query: schema(operation.query),
    body: schema(operation.body),
  };
}
