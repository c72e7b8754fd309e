import { z } from 'zod';
import { auditCatalogue } from '../audit-actions.ts';
import { instant, route } from '../route.ts';
import { proofs } from './security.ts';

/** What is done with an account; refused tries at it are summed and no lines of the log. */
export const accountActs = [...auditCatalogue.account, 'account.refused'] as const;

const accountAct = z.object({
  id: z.string(),
  at: instant,
  /** Of what is summed: the first of them; `at` is the last. */
  since: instant.nullable(),
  action: z.enum(accountActs),
  tries: z.number(),
  /** Of a sign-in: what with. */
  proofs: z.array(z.enum(proofs)),
  /** Of a factor: which; of what was refused: by what. */
  kind: z.string().nullable(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** Who of the staff did it as this person. */
  staff: z.string().nullable(),
});
export type AccountAct = z.infer<typeof accountAct>;

export const accountActRoutes = {
  list: route({
    method: 'GET',
    path: '/api/account/v1/acts',
    summary:
      'Sign-ins to the own account, what was refused, and what was changed; the last hundred',
    access: 'account',
    answer: z.array(accountAct),
    refusedWhileImpersonating: true,
  }),
};
