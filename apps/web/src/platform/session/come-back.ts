import { leavingRoutes } from '@causeway/contract/account.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { api } from '#platform/api/api.ts';
import { startSession } from './session.ts';

type ReturnFlow = RouteInput<typeof leavingRoutes.comeBack>['body'];

/** The account was given up; whoever signed in to it keeps it. */
export async function comeBack(body: ReturnFlow): Promise<void> {
  await startSession(await api.call(leavingRoutes.comeBack, { body }));
}
