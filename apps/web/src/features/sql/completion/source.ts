import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { findPlace } from './place.ts';
import { suggest, tablesInReach, type Suggestion } from './suggest.ts';
import type { LiveNames } from './use-names.ts';

/** Completion of CodeMirror from the live schema; it filters and orders nothing itself. */
export function completionSource(names: () => LiveNames | undefined): CompletionSource {
  return async (context) => complete(context, names());
}

async function complete(
  context: CompletionContext,
  live: LiveNames | undefined,
): Promise<CompletionResult | null> {
  if (!live) return null;
  const place = findPlace(context.state.doc.toString(), context.pos);
  if (!place) return null;
  const isWorthIt =
    context.explicit ||
    place.typed !== '' ||
    place.qualifiers.length > 0 ||
    place.expects !== 'anything' ||
    place.compared !== undefined;
  if (!isWorthIt) return null;
  const missing = tablesInReach(live.index, place).filter((table) => !live.index.columnsOf(table));
  if (missing.length > 0) await live.learn(missing).catch(() => undefined);
  const found = suggest(live.index, place);
  // The one word that is already written is no help.
  const isDone = found.length === 1 && (found[0]!.insert ?? found[0]!.label) === place.typed;
  if (found.length === 0 || (isDone && !context.explicit)) return null;
  const isOpen =
    place.compared?.isQuoted && context.state.sliceDoc(context.pos, context.pos + 1) !== "'";
  const options = found.map((one) => toCompletion(one, isOpen ? "'" : ''));
  return { from: place.from, options, filter: false };
}

const types: Record<Suggestion['kind'], string> = {
  column: 'property',
  table: 'class',
  view: 'interface',
  schema: 'namespace',
  function: 'function',
  keyword: 'keyword',
  join: 'constant',
  alias: 'variable',
  value: 'enum',
};

/** With what closes the quotes a value stands in, where they are open. */
function toCompletion({ kind, label, insert, detail }: Suggestion, end: string): Completion {
  const apply = `${insert ?? label}${end}`;
  return { label, apply, type: types[kind], ...(detail && { detail }) };
}
