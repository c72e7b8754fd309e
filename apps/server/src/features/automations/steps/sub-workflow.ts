import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Executors, RunIdentity } from '../engine/executor.ts';

export type SubWorkflowNeeds = {
  /** The same key starts the same run, however often it is asked for. */
  startChild(
    run: RunIdentity,
    child: { workflowId: string; input: unknown; key: string; step: string | null },
  ): Promise<{ runId: string }>;
};

/** Beyond it, workflows most likely call themselves. */
const DEEPEST = 10;

export function createSubWorkflowStep(needs: SubWorkflowNeeds): Pick<Executors, 'workflow'> {
  return {
    workflow: {
      effect: 'writes',
      isRepeatable: true,
      execute: async ({ node, run, key, stepKey, waited, resolution, endings, isDry, spend }) => {
        if (resolution?.kind === 'ended') {
          if (resolution.status === 'done') return { output: resolution.output ?? null };
          throw new Error(
            resolution.message ||
              runMessage(resolution.status === 'failed' ? 'childFailed' : 'childCancelled'),
          );
        }
        if (waited) return { wait: waited };
        if (node.workflowId === null) throw new Failure('E_WORKFLOW_NOT_FOUND');
        if (isDry) return { output: { dryRun: true, input: node.input ?? null } };
        if (run.depth + 1 > DEEPEST) {
          throw new Failure('E_RUN_BUDGET', runMessage('tooDeep', { deepest: DEEPEST }));
        }
        spend('calls', 1);
        const { runId } = await needs.startChild(run, {
          workflowId: node.workflowId,
          input: node.input ?? {},
          // The same while nothing is known of its end; tried again after it, it is another run.
          key: endings === 0 ? `w:${stepKey}` : `w:${stepKey}:${endings}`,
          step: node.wait ? key : null,
        });
        return node.wait ? { wait: { kind: 'workflow', runId } } : { output: { runId } };
      },
    },
  };
}
