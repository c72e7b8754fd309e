import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';

/** Why a text is no measure, or no condition of one. */
export const measureProblems = [
  'syntax',
  'one',
  'aggregate',
  'outside',
  'subquery',
  'window',
  'qualified',
  'parameter',
  'number',
  'taken',
  'words',
] as const;
export type MeasureProblem = (typeof measureProblems)[number];

const word = z.string().trim().min(1).max(60);
const identifier = z.string().min(1).max(63);
const said = z.string().trim().max(60);

const definition = z.strictObject({
  connectorId: id,
  /** What it is called; one of the two will do. */
  name: z
    .strictObject({ en: said, de: said })
    .refine(({ en, de }) => en !== '' || de !== '', 'Give it a name.'),
  synonyms: z.array(word).max(20).default([]),
  schema: identifier,
  table: identifier,
  /** One aggregate over rows of the table, such as `sum(total)`; columns without the table's name. */
  expression: z.string().trim().min(1).max(1_000),
  /** Which rows count, such as `status <> 'cancelled'`; none is all. */
  filter: z.string().trim().min(1).max(1_000).nullable().default(null),
});
export type MeasureDefinition = z.infer<typeof definition>;

/** A number as a project means it: used by the built-in assistant, and told to models with its table. */
export const ownMeasure = definition.extend({
  id,
  /** broken: it does not run any more, and is not used until it does. */
  state: z.enum(['ok', 'broken']),
  problem: z.string().nullable(),
  checkedAt: instant,
  definedBy: z.string().nullable(),
  definedAt: instant,
});
export type OwnMeasure = z.infer<typeof ownMeasure>;

const path = '/api/assistant/v1/:projectId/measures';
const params = z.object({ projectId: id });
const one = params.extend({ measureId: id });
const write = { action: 'assistant.teach' } as const;

export const measureRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Numbers as a project means them, by name',
    access: { action: 'assistant.use' },
    params,
    query: z.object({ connectorId: id.optional() }),
    answer: z.array(ownMeasure),
  }),
};

/** For people only: what a word means is not for a program to say. */
export const measureChangeRoutes = {
  create: route({
    method: 'POST',
    path,
    summary: 'Define a number: it is parsed and run, for reading only, before it is kept',
    access: write,
    params,
    body: definition,
    answer: ownMeasure,
    write: 'outside',
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:measureId`,
    summary: 'Define it anew; it is checked as a new one is',
    access: write,
    params: one,
    body: definition,
    answer: ownMeasure,
    write: 'outside',
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:measureId`,
    summary: 'Forget what a number means',
    access: write,
    params: one,
    answer: nothing,
  }),
};
