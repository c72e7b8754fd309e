import { z } from 'zod';
import { planId } from '../plans.ts';
import { id, route } from '../route.ts';
import { type Meter, meters } from './prices.ts';
import { credits } from './units.ts';

/** Meters as people think of them: what a chart stacks. */
export const usageKinds = ['assistant', 'compute', 'workflows', 'exports', 'storage'] as const;
export type UsageKind = (typeof usageKinds)[number];

const kindOfMeter: Record<Meter, UsageKind> = {
  'ai.input': 'assistant',
  'ai.cached': 'assistant',
  'ai.output': 'assistant',
  'compute.ms': 'compute',
  'workflow.run': 'workflows',
  'workflow.step': 'workflows',
  'export.row': 'exports',
  'storage.byte_day': 'storage',
};

export function kindOf(meter: string): UsageKind {
  return kindOfMeter[meter as Meter] ?? 'compute';
}

const used = z.object({ quantity: z.string(), cost: credits });
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'A month like 2027-01');

const usage = z.object({
  month,
  days: z.array(z.object({ day: z.string(), costs: z.partialRecord(z.enum(usageKinds), credits) })),
  total: credits,
  /** The same number of days of the month before. */
  before: credits,
  meters: z.array(used.extend({ meter: z.enum(meters) })),
  groups: z.object({
    project: z.array(used.extend({ id: z.string(), name: z.string().nullable() })),
    workflow: z.array(used.extend({ id: z.string(), name: z.string().nullable() })),
    person: z.array(used.extend({ id: z.string(), name: z.string().nullable() })),
    key: z.array(used.extend({ id: z.string(), name: z.string().nullable() })),
  }),
  /** What the month would cost with each plan; only told to who pays. */
  plans: z.array(z.object({ plan: planId, cents: z.number(), isCurrent: z.boolean() })),
});
export type Usage = z.infer<typeof usage>;

const path = '/api/billing/v1';
const monthQuery = z.object({ month: month.optional() });
const projectParams = z.object({ projectId: id });

export const usageRoutes = {
  mine: route({
    method: 'GET',
    path: `${path}/usage`,
    summary: 'What the projects used that one pays for, in a month',
    access: 'account',
    query: monthQuery,
    answer: usage,
  }),
  mineFile: route({
    method: 'GET',
    path: `${path}/usage/file`,
    summary: 'The same as CSV, a line a day and kind',
    access: 'account',
    query: monthQuery,
    answer: z.unknown(),
    raw: 'file',
  }),
  project: route({
    method: 'GET',
    path: `${path}/projects/:projectId/usage`,
    summary: 'What a project used in a month',
    access: { action: 'project.read' },
    params: projectParams,
    query: monthQuery,
    answer: usage,
  }),
  projectFile: route({
    method: 'GET',
    path: `${path}/projects/:projectId/usage/file`,
    summary: 'The same as CSV',
    access: { action: 'project.read' },
    params: projectParams,
    query: monthQuery,
    answer: z.unknown(),
    raw: 'file',
  }),
};
