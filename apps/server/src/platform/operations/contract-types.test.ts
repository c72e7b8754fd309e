import { expectTypeOf, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import type { RouteAnswer, RouteInput } from '@causeway/contract/route.ts';
import type { Actor, Nobody, ProjectActor } from '#platform/access/actor.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Context, Handlers } from './context.ts';

/** Checked by the compiler: a wrong shape on any side fails `npm run check`. */
test('a route gives its shape to the caller and to the handler', () => {
  expectTypeOf<RouteInput<typeof authRoutes.login>>().toEqualTypeOf<{
    body: { email: string; password: string };
  }>();
  expectTypeOf<RouteAnswer<typeof authRoutes.login>['token']>().toEqualTypeOf<string>();
  expectTypeOf<Context<typeof memberRoutes.list>['actor']>().toEqualTypeOf<ProjectActor>();
  expectTypeOf<Context<typeof memberRoutes.accept>['actor']>().toEqualTypeOf<Actor>();
  expectTypeOf<Context<typeof memberRoutes.list>['db']>().toEqualTypeOf<Database>();
  expectTypeOf<Context<typeof memberRoutes.leave>['db']>().toEqualTypeOf<Tx>();
  expectTypeOf<Context<typeof authRoutes.login>['actor']>().toEqualTypeOf<Nobody>();
});

test('a handler that answers another shape, or none at all, does not compile', () => {
  const only = { leave: memberRoutes.leave };
  // @ts-expect-error -- the contract says null
  const wrongAnswer: Handlers<typeof only> = { leave: async () => ({ left: true }) };
  // @ts-expect-error -- every route needs its handler
  const missing: Handlers<typeof only> = {};
  expectTypeOf(wrongAnswer).toEqualTypeOf(missing);
});
