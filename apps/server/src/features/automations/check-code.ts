import { problemAt } from '@causeway/contract/automations/check.ts';
import type { Definition, Problem } from '@causeway/contract/automations/definition.ts';
import { ExpressionProblem, parseTemplate } from '@causeway/contract/automations/expressions.ts';
import { templatesOf, textsIn } from '@causeway/contract/automations/templated.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Sandbox } from '#platform/sandbox/sandbox.ts';

type Found = { source: string; place: string; field: string; at: number };

const LIMIT_MS = 500;

/** Code that can't be read is named where it stands; it is only read, never run. */
export async function checkCode(sandbox: Sandbox, { nodes }: Definition): Promise<Problem[]> {
  const expressions = nodes.flatMap((node) =>
    templatesOf(node).flatMap(([field, value]) =>
      [...textsIn(value, field)].flatMap(([path, text]) => codesIn(text, node.id, path)),
    ),
  );
  const steps = nodes.flatMap((node): Found[] => {
    if (node.kind !== 'code' || node.code.trim() === '') return [];
    return [{ source: node.code, place: node.id, field: 'code', at: 0 }];
  });
  return [
    ...(await readAll(sandbox, 'expression', expressions)),
    ...(await readAll(sandbox, 'code', steps)),
  ];
}

function codesIn(text: string, place: string, field: string): Found[] {
  try {
    return parseTemplate(text).parts.flatMap((part) =>
      part.kind === 'code' ? [{ source: part.source, place, field, at: part.at }] : [],
    );
  } catch (error) {
    // Told already by who reads the text as a whole.
    if (error instanceof ExpressionProblem) return [];
    throw error;
  }
}

/** One wrong one is told at a time: the rest is looked at once it is mended. */
async function readAll(
  sandbox: Sandbox,
  form: 'expression' | 'code',
  found: Found[],
): Promise<Problem[]> {
  if (found.length === 0) return [];
  const sources = found.map(({ source }) => source);
  try {
    await sandbox.run({ kind: 'check', sources, form, limitMs: LIMIT_MS });
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const wrong = found[Number(error.details?.at ?? 0)];
    if (!wrong) return [];
    const { place, field, at } = wrong;
    return [problemAt('code', error.message, { place, field, at })];
  }
}
