import { z } from 'zod';
import { importPlan, readOptions } from './plan.ts';
import {
  bucketObject,
  importStates,
  importSource,
  reject,
  importRecord,
  importPreview,
  importRecipe,
} from './records.ts';
import { bytes, id, pageOf, pageQuery, queryNumber, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import { isReachable } from '../storage/objects.ts';

const recipeBody = z.strictObject({
  connector: sentConnector,
  name: z.string().trim().min(1).max(200),
  plan: importPlan,
  source: bucketObject.nullable().default(null),
});

const inConnector = z.object({ connector: sentConnector });
const inConnectorBody = z.strictObject({ connector: sentConnector });
const importParams = z.object({ importId: id });
const recipeParams = z.object({ recipeId: id });
const read = { action: 'sql.read', connector: 'sql' } as const;
const write = { action: 'sql.write', connector: 'sql' } as const;

const path = '/api/imports/v1/imports';
const recipePath = '/api/imports/v1/recipes';

export const importRoutes = {
  create: route({
    method: 'POST',
    path,
    summary: 'Begin an import: announce a file, or name an object of a bucket',
    access: write,
    body: inConnectorBody.extend({
      source: importSource.refine((from) => from.kind !== 'bucket' || isReachable(from.key), {
        path: ['key'],
        message: 'Not the key of an object',
      }),
    }),
    answer: importRecord,
  }),
  uploadPart: route({
    method: 'PUT',
    path: `${path}/:importId/parts/:part`,
    summary: 'One part of the file, counted from 0; sending it again replaces it',
    access: write,
    sparesData: true,
    params: importParams.extend({ part: queryNumber.int().min(0).max(100_000) }),
    query: inConnector,
    body: bytes,
    takes: 'bytes',
    answer: z.object({ state: z.enum(importStates), missing: z.number() }),
    write: 'repeatable',
  }),
  list: route({
    method: 'GET',
    path,
    summary: 'Recent imports of a connector, newest first',
    access: read,
    query: pageQuery.extend({ connector: sentConnector }),
    answer: pageOf(importRecord),
  }),
  show: route({
    method: 'GET',
    path: `${path}/:importId`,
    summary: 'One import and how far it is',
    access: read,
    params: importParams,
    query: inConnector,
    answer: importRecord,
  }),
  preview: route({
    method: 'POST',
    path: `${path}/:importId/preview`,
    summary: 'The first rows as they would be read; what is left out of `read` is detected',
    access: write,
    sparesData: true,
    effect: 'reads',
    params: importParams,
    body: inConnectorBody.extend({ read: readOptions.partial().optional() }),
    answer: importPreview,
    write: 'repeatable',
  }),
  analyse: route({
    method: 'POST',
    path: `${path}/:importId/analyse`,
    summary: 'Read the whole file once for the types of its columns; goes on behind the answer',
    access: write,
    sparesData: true,
    params: importParams,
    body: inConnectorBody.extend({ read: readOptions }),
    answer: importRecord,
    costs: true,
  }),
  run: route({
    method: 'POST',
    path: `${path}/:importId/run`,
    summary: 'Check the file and, unless it is a dry run, write it; goes on behind the answer',
    access: write,
    params: importParams,
    body: inConnectorBody.extend({ plan: importPlan, dryRun: z.boolean().default(false) }),
    answer: importRecord,
    costs: true,
  }),
  cancel: route({
    method: 'POST',
    path: `${path}/:importId/cancel`,
    summary: 'Stop what runs; what was committed stays',
    access: write,
    sparesData: true,
    params: importParams,
    body: inConnectorBody,
    answer: importRecord,
    write: 'repeatable',
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:importId`,
    summary: 'Forget an import and its file; rows that were written stay',
    access: write,
    sparesData: true,
    params: importParams,
    query: inConnector,
    answer: z.null(),
    write: 'repeatable',
  }),
  dropTable: route({
    method: 'POST',
    path: `${path}/:importId/drop-table`,
    summary: 'Drop the table an import made, if it is empty and as it was made; 412 otherwise',
    access: write,
    params: importParams,
    body: inConnectorBody,
    answer: importRecord,
    write: 'outside',
  }),
  rejects: route({
    method: 'GET',
    path: `${path}/:importId/rejects`,
    summary: 'Refused rows by line',
    access: read,
    params: importParams,
    query: pageQuery.extend({ connector: sentConnector }),
    answer: pageOf(reject),
  }),
  rejectsFile: route({
    method: 'GET',
    path: `${path}/:importId/rejects.csv`,
    summary: 'Refused rows as a CSV file: line, column, value, rule, reason',
    access: read,
    params: importParams,
    query: inConnector,
    answer: z.unknown(),
    raw: 'file',
  }),
  listRecipes: route({
    method: 'GET',
    path: recipePath,
    summary: 'Saved imports of a connector by name',
    access: read,
    query: inConnector,
    answer: z.array(importRecipe),
  }),
  createRecipe: route({
    method: 'POST',
    path: recipePath,
    summary: 'Keep how a file is read, mapped and written, to run it again',
    access: write,
    sparesData: true,
    body: recipeBody,
    answer: importRecipe,
  }),
  updateRecipe: route({
    method: 'PATCH',
    path: `${recipePath}/:recipeId`,
    summary: 'Change a saved import',
    access: write,
    sparesData: true,
    params: recipeParams,
    body: recipeBody.partial({ name: true, plan: true, source: true }),
    answer: importRecipe,
  }),
  removeRecipe: route({
    method: 'DELETE',
    path: `${recipePath}/:recipeId`,
    summary: 'Delete a saved import',
    access: write,
    sparesData: true,
    params: recipeParams,
    query: inConnector,
    answer: z.null(),
  }),
};
