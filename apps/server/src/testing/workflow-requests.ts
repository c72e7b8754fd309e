import { setTimeout as sleep } from 'node:timers/promises';
import {
  definition as definitionSchema,
  type Definition,
} from '@causeway/contract/automations/definition.ts';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import type { RunDetails } from '@causeway/contract/automations/run-shapes.ts';
import {
  type Workflow,
  workflowPublishingRoutes,
  workflowRoutes,
} from '@causeway/contract/automations/workflows.ts';
import type { z } from 'zod';
import type { TestUser } from './factories.ts';
import type { TestServer } from './test-server.ts';

type Sent = z.input<typeof definitionSchema>;
type Where = { server: TestServer; projectId: string; editor: TestUser };

/** Steps one after the other behind a trigger. */
export function chain(trigger: Sent['triggers'][number], ...nodes: Sent['nodes']): Definition {
  const ids = [trigger, ...nodes].map(({ id }) => id);
  const edges = ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', port: 'out', to }));
  return definitionSchema.parse({ triggers: [trigger], nodes, edges });
}

export const manual = { kind: 'manual' as const, id: 'start' };
export const webhook = { kind: 'webhook' as const, id: 'hook' };

/** Where its webhook is called on the server of the test, told to who may start it. */
export function hookPath({ hookUrl }: Workflow): string {
  return new URL(hookUrl ?? '').pathname;
}

/** What people do with workflows, for tests. */
export function createWorkflowRequests({ server, projectId, editor }: Where) {
  const of = (workflowId: string) => ({ projectId, workflowId });

  async function create(definition: Definition, name = 'A workflow'): Promise<Workflow> {
    const call = { params: { projectId }, body: { name, definition } };
    return server.call(workflowRoutes.create, call, editor);
  }

  async function publish({ id, draftVersion }: Workflow, as = editor): Promise<Workflow> {
    const call = { params: of(id), body: { draftVersion } };
    return server.call(workflowPublishingRoutes.publish, call, as);
  }

  async function show(runId: string): Promise<RunDetails> {
    return server.call(workflowRunRoutes.show, { params: { projectId, runId } }, editor);
  }

  /** Once it is as the test needs it. */
  async function until(
    runId: string,
    isIt: (run: RunDetails) => boolean = ({ endedAt }) => endedAt !== null,
  ): Promise<RunDetails> {
    for (;;) {
      const run = await show(runId);
      if (isIt(run)) return run;
      await sleep(20);
    }
  }

  async function start(workflow: Pick<Workflow, 'id'>, input: unknown = {}): Promise<string> {
    const call = { params: of(workflow.id), body: { input } };
    return (await server.call(workflowRunRoutes.start, call, editor)).runId;
  }

  return {
    create,
    publish,
    show,
    until,
    start,
    published: async (definition: Definition, name?: string) => {
      return publish(await create(definition, name));
    },
    save: (workflow: Workflow, definition: Definition) => {
      const { id, draftVersion } = workflow;
      const body = { draftVersion, definition };
      return server.call(workflowRoutes.saveDraft, { params: of(id), body }, editor);
    },
    runs: async (query: Record<string, unknown> = {}) => {
      const call = { params: { projectId }, query };
      return (await server.call(workflowRunRoutes.list, call, editor)).items;
    },
    /** Calls the webhook as another system would. */
    hook: async (
      workflow: Workflow,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; json: unknown; runId: string }> => {
      const response = await fetch(`${server.url}${hookPath(workflow)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        json: await response.json(),
        runId: response.headers.get('x-run-id') ?? '',
      };
    },
  };
}

export type WorkflowRequests = ReturnType<typeof createWorkflowRequests>;
