import { findRunMessage, runMessage } from '@causeway/contract/automations/run-messages.ts';
import type {
  RunDetails,
  RunError,
  RunStep,
  WorkflowRun,
} from '@causeway/contract/automations/run-shapes.ts';
import { errorCatalogue, errorCode } from '@causeway/contract/errors.ts';

/*
 * Steps work with the rights of who published them, and what one has read goes on through all that
 * follow, under any name. So where a database of the project has a role for readers, those who may only
 * read are told how a run went, and nothing that it held. (decision 49)
 */

export function withholdRun(run: RunDetails): RunDetails {
  return {
    ...withholdError(run),
    trigger: null,
    steps: run.steps.map(withholdStep),
    answer: null,
    awaits: run.awaits.map((one) => (one.kind === 'approval' ? { ...one, message: '' } : one)),
    isWithheld: true,
  };
}

/** What failed and why by its code; a database or a server may have named values. */
export function withholdError<Told extends Pick<WorkflowRun, 'error'>>(told: Told): Told {
  return { ...told, error: told.error && withoutWords(told.error) };
}

/** A look at rows that went wrong may have met one of them. */
export function withholdWatch<Told extends { error: string | null }>(told: Told): Told {
  return { ...told, error: told.error && runMessage('withheld') };
}

function withholdStep(step: RunStep): RunStep {
  return {
    ...withholdError(step),
    input: null,
    output: null,
    isCut: false,
    logs: [],
    earlier: step.earlier.map((one) => ({ ...one, message: runMessage('withheld') })),
  };
}

function withoutWords(error: RunError): RunError {
  const { code, step, message } = error;
  // A sentence of ours without facts names no values.
  const own = findRunMessage(message);
  if (own && Object.keys(own.facts).length === 0) return error;
  const { data: known } = errorCode.safeParse(code);
  return { code, step, message: known ? errorCatalogue[known].message : runMessage('withheld') };
}
