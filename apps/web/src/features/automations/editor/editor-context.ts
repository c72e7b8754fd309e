import type { Problem } from '@causeway/contract/automations/definition.ts';
import type { RunStep } from '@causeway/contract/automations/run-shapes.ts';
import { createContext, use } from 'react';
import type { Place } from './edit-definition.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';

/** What everything on the canvas and in the panel works with. */
export type EditorTools = {
  projectId: string;
  /** Of the project: what its schedules mean by nine o'clock. */
  zone: string;
  workflowId: string;
  /** Null to who may not start the workflow. */
  hookUrl: string | null;
  draft: WorkflowDraft;
  isReadOnly: boolean;
  chosenId: string | undefined;
  problems: Problem[];
  /** What started the run on screen. */
  trigger: unknown;
  /** Of the run or test on screen, by node; of a loop the last round. */
  steps: ReadonlyMap<string, RunStep>;
  choose: (id: string | undefined) => void;
  askForStep: (place: Place | undefined) => void;
  remove: (id: string) => void;
};

export const EditorContext = createContext<EditorTools | undefined>(undefined);

export function useEditor(): EditorTools {
  const tools = use(EditorContext);
  if (!tools) throw new Error('Only inside the editor of a workflow');
  return tools;
}
