import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';

/** What was chosen so far, as the address of the wizard says it: `{"table": "orders"}`. */
const text = z.string().max(500);
export const wizardState = z
  .record(z.string().max(60), z.union([text, z.array(text).max(50)]))
  .refine((state) => Object.keys(state).length <= 20, 'Too much was chosen.');
export type WizardState = z.infer<typeof wizardState>;

export const dashboardWizard = z.object({ id, state: wizardState, updatedAt: instant });
export type DashboardWizard = z.infer<typeof dashboardWizard>;

const path = '/api/dashboards/v1/:projectId/wizards';
const params = z.object({ projectId: id });
const oneParams = params.extend({ wizardId: id });
const write = { action: 'dashboards.write' } as const;

/** Dashboards that somebody began to make and has not made yet: theirs alone. */
export const dashboardWizardRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Dashboards the caller began to make, newest first',
    access: write,
    params,
    answer: z.array(dashboardWizard),
  }),
  show: route({
    method: 'GET',
    path: `${path}/:wizardId`,
    summary: 'How far one of them is',
    access: write,
    params: oneParams,
    answer: dashboardWizard,
  }),
  keep: route({
    method: 'PUT',
    path: `${path}/:wizardId`,
    summary: 'Keep what was chosen, under an id of the caller’s own making',
    access: write,
    params: oneParams,
    body: z.strictObject({ state: wizardState }),
    answer: dashboardWizard,
  }),
  forget: route({
    method: 'DELETE',
    path: `${path}/:wizardId`,
    summary: 'It is made, or not wanted any more',
    access: write,
    params: oneParams,
    answer: nothing,
  }),
};
