import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { errorCode, Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';

type Part = 'params' | 'query' | 'body';
type FieldProblem = { path: string; message: string };

/** The request as its route describes it, or E_VALIDATION naming every field that is wrong. */
export function parseInput(route: Route, request: FastifyRequest): Record<Part, unknown> {
  const problems: FieldProblem[] = [];
  const parse = (part: Part) => {
    const schema = route[part];
    if (!schema) return undefined;
    const parsed = schema.safeParse(request[part] ?? (part === 'body' ? undefined : {}));
    if (parsed.success) return parsed.data;
    throwNamedFailure(parsed.error);
    problems.push(...parsed.error.issues.map((issue) => describe(part, issue)));
    return undefined;
  };
  const input = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (problems.length > 0) {
    throw new Failure('E_VALIDATION', undefined, { fields: problems.slice(0, 50) });
  }
  return input;
}

/** A schema may name the failure that a wrong value means, instead of a sentence. */
function throwNamedFailure(error: z.ZodError): void {
  for (const issue of error.issues) {
    const named = errorCode.safeParse(issue.message);
    if (named.success) throw new Failure(named.data);
  }
}

function describe(part: Part, issue: z.core.$ZodIssue): FieldProblem {
  return { path: [part, ...issue.path.map(String)].join('.'), message: issue.message };
}
