import { ProblemError } from './protocol.ts';

type Told = { exception_type?: string; exception_message?: string; position?: string };

/** What DuckDB says went wrong, with the place in the statement where it knows one. */
export function asProblem(error: unknown, sql: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const told = readTold((error as Error).message);
  const { exception_type: type = '', exception_message: message = '', position } = told;
  const bytes = position === undefined ? undefined : Number(position);
  const place = bytes === undefined ? undefined : unitsOfBytes(sql, bytes);
  if (type === 'Parser' || type === 'Syntax') return new ProblemError('syntax', message, place);
  if (type === 'Out of Memory') return new ProblemError('memory', message);
  if (type === 'Permission') {
    return new ProblemError('refused', 'Only files that the statement names are read.', place);
  }
  return new ProblemError('failed', message, place);
}

export function unitsOfBytes(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}

/** Errors come as JSON, sometimes with a word in front. */
function readTold(message: string): Told {
  const start = message.indexOf('{"exception_type"');
  if (start === -1) return { exception_message: message };
  try {
    return JSON.parse(message.slice(start)) as Told;
  } catch {
    return { exception_message: message };
  }
}
