import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { errorCode, Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import { checkShape } from './check-shape.ts';

type Part = 'params' | 'query' | 'body';
type FieldProblem = { path: string; message: string };

/** What was sent, before anybody looked at it. */
export type RawInput = Partial<Record<Part, unknown>>;

/** The input as its route describes it, or E_VALIDATION naming every field that is wrong. */
export function parseInput(
  route: Route,
  input: RawInput,
  headers: IncomingHttpHeaders,
): Record<Part, unknown> {
  const problems: FieldProblem[] = [];
  if (route.takes === 'form') refuseOtherTypes(headers);
  const parse = (part: Part) => {
    const schema = route[part];
    if (!schema) return undefined;
    const checked = checkShape(schema, input[part] ?? (part === 'body' ? undefined : {}));
    if (checked.success) return checked.data;
    throwNamedFailure(checked.issues);
    problems.push(...checked.issues.map((issue) => describe(part, issue)));
    return undefined;
  };
  const parsed = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (problems.length > 0) {
    throw new Failure('E_VALIDATION', undefined, { fields: problems.slice(0, 50) });
  }
  return parsed;
}

/** Said here and not where the body is read: who may not call is told so first. */
function refuseOtherTypes(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type === undefined || /^multipart\/form-data\b/i.test(type)) return;
  throw new Failure('E_UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data.');
}

/** A schema may name the failure that a wrong value means, instead of a sentence. */
function throwNamedFailure(issues: z.core.$ZodIssue[]): void {
  for (const issue of issues) {
    const named = errorCode.safeParse(issue.message);
    if (named.success) throw new Failure(named.data);
  }
}

function describe(part: Part, issue: z.core.$ZodIssue): FieldProblem {
  return { path: [part, ...issue.path.map(String)].join('.'), message: issue.message };
}
