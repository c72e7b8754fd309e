import type { z } from 'zod';
import type { Artifact } from '@causeway/contract/artifacts.ts';
import type {
  DataLevel,
  MessagePart,
  PartOf,
  StepRows,
} from '@causeway/contract/assistant/parts.ts';
import type { ScopeArea } from '@causeway/contract/scopes.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { Usable } from '../measures/queries.ts';

/** Whom a tool works for, and what about. What a model sends never names project or connector. */
export type ToolContext = {
  as: Acting;
  projectId: string;
  connectorId: string | null;
  /** Which bucket is meant where a file is read. */
  level: DataLevel;
  language: 'en' | 'de';
  /** Whose days are meant; UTC unless said. */
  zone?: string;
  signal: AbortSignal;
  results: Results;
  /** The caller keeps what a tool found in its own words: a person, not a model. */
  isTrusted: boolean;
  /** Whether the connector keeps tables from models (withheld.ts). */
  withholds(): Promise<boolean>;
  /** What numbers of the connector mean, of any of its tables. */
  listMeasures(): Promise<readonly Usable[]>;
  /** Of what writes: what was found when it was proposed. */
  prepared?: unknown;
  /** Where answers have a screen. */
  show?: ((part: MessagePart) => void) | undefined;
};

/** What statements found during an answer, by the number a model knows them under. */
export type Results = Map<string, StepRows & { sql: string; asOf: string }>;

export type ToolOutcome = {
  /** What goes back to the model, within its level and the caps. */
  told: unknown;
  /** What the person sees of the step. */
  step?: Partial<Pick<PartOf<'step'>, 'about' | 'sql' | 'rows'>>;
  /** Whose words the model has read by it. */
  sources?: string[];
  artifacts?: Artifact[];
};

/**
 * Something a model, or a client of MCP, can have done. `reads` is done at once with the rights of the
 * person behind; `writes` is only proposed, and done when a person has approved exactly its input.
 */
export type Tool<Input = unknown> = {
  name: string;
  description: string;
  input: z.ZodObject & z.ZodType<Input>;
  effect: 'reads' | 'writes';
  /** What a key needs to be offered it. */
  scope: `${ScopeArea}:${'read' | 'write'}` | 'none';
  /** Only where there is a screen to show something on. */
  needsScreen?: true;
  run(context: ToolContext, input: Input): Promise<ToolOutcome>;
  /** Of one that writes: what has to be known of the data before a person is asked; it is kept with the proposal. */
  prepare?(context: ToolContext, input: Input): Promise<unknown>;
  /** Of one that writes: what will happen, in a line and as it is written. */
  preview?(
    input: Input,
    language: 'en' | 'de',
    prepared?: unknown,
  ): { title: string; input: string };
};

export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool;
}
