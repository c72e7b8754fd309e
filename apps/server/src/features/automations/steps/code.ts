import type { Sandbox } from '#platform/sandbox/sandbox.ts';
import type { Running } from '../engine/running.ts';
import type { Executors, RunIdentity } from '../engine/executor.ts';
import { Failure } from '@causeway/contract/errors.ts';

const EXPRESSIONS_MS = 500;

/** Code of users runs in the sandbox, and its values leave it as JSON. */
export function createCodeStep(
  sandbox: Sandbox,
  onWorked: (run: RunIdentity, milliseconds: number) => void,
): Pick<Executors, 'code'> {
  return {
    code: {
      effect: 'pure',
      execute: async ({ node, scope, run, signal, log }) => {
        const limitMs = node.seconds * 1_000;
        const job = {
          kind: 'code' as const,
          code: node.code,
          scope: JSON.stringify(scope),
          limitMs,
        };
        try {
          const worked = (milliseconds: number) => onWorked(run, milliseconds);
          const { values, logs } = await sandbox.run(job, signal, worked);
          for (const line of logs) log(line);
          return { output: JSON.parse(values[0] ?? 'null') as unknown };
        } catch (error) {
          if (error instanceof Failure) for (const line of logsOf(error)) log(line);
          throw error;
        }
      },
    },
  };
}

function logsOf({ details }: Failure): string[] {
  return Array.isArray(details?.logs) ? (details.logs as string[]) : [];
}

/** All expressions of a step that are code, in one call. */
export function createEvaluateCodes(sandbox: Sandbox): Running['evaluateCodes'] {
  return async (sources, scope, signal) => {
    const unique = [...new Set(sources)];
    const { values } = await sandbox.run(
      {
        kind: 'expressions',
        sources: unique,
        scope: JSON.stringify(scope),
        limitMs: EXPRESSIONS_MS,
      },
      signal,
    );
    return new Map(
      unique.map((source, at) => [source, JSON.parse(values[at] ?? 'null') as unknown]),
    );
  };
}
