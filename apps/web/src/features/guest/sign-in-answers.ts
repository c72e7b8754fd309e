import { isErrorBody } from '#platform/api/client.ts';

/** The sign-in that was begun, where its first step asks for a second. */
export function findFlow(error: unknown): string | undefined {
  if (!isErrorBody(error) || error.code !== 'E_SECOND_FACTOR') return undefined;
  const flow = error.details?.['flow'];
  return typeof flow === 'string' ? flow : undefined;
}

export type Leaving = { flow: string; eraseAt: string };

/** Everything was proven, and the account is one that was given up. */
export function findLeaving(error: unknown): Leaving | undefined {
  if (!isErrorBody(error) || error.code !== 'E_ACCOUNT_LEAVING') return undefined;
  const { flow, eraseAt } = error.details ?? {};
  return { flow: String(flow), eraseAt: String(eraseAt) };
}
