import { z } from 'zod';
import { errorBody } from '@causeway/contract/errors.ts';
import { scopeNeeded } from '@causeway/contract/scopes.ts';
import type { Operation } from '#platform/operations/operation.ts';

type Schema = Record<string, unknown>;

/** The API's description, made from the same routes that serve it. */
export function describeApi(routes: Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Causeway',
      version: '1',
      description:
        'Send an API key (`cwk_…`), or the token of a login, as `Authorization: Bearer …`. A key takes the scope that an operation names.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
}

function describeRoute(route: Operation) {
  const mediaType = mediaTypeOf(route);
  return {
    operationId: route.name,
    tags: [route.name.split('.')[0]],
    summary: route.summary,
    description: `${describeAccess(route)} ${describeScope(route)}`.trim(),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...describeParameters(route.params, 'path'),
      ...describeParameters(route.query, 'query'),
      ...(route.method === 'GET' || route.write === 'repeatable' ? [] : [idempotencyKey]),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse(undefined).success,
        content: { [bodyTypeOf(route)]: { schema: schemaOf(route.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: { [mediaType]: { schema: schemaOf(route.answer, 'output') } },
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function mediaTypeOf({ stream, raw }: Operation): string {
  if (stream) return 'text/event-stream';
  if (raw === 'file') return 'application/octet-stream';
  return typeof raw === 'string' ? raw : 'application/json';
}

function bodyTypeOf({ takes }: Operation): string {
  if (takes === 'form') return 'multipart/form-data';
  return takes === 'bytes' ? 'application/octet-stream' : 'application/json';
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key gets the first answer and does nothing twice.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
};

function describeAccess({ access }: Operation): string {
  if (access === 'public') return 'Open to anyone.';
  if (access === 'account') return 'For signed-in users.';
  if (access === 'verified') return 'For signed-in users with a verified address.';
  if (access === 'staff') return 'For staff.';
  return `For members of the project who may \`${access.action}\`.`;
}

function describeScope(route: Operation): string {
  if (route.access === 'public') return '';
  const scope = scopeNeeded(route);
  if (scope === undefined) return 'Not for API keys.';
  return scope === 'none' ? 'For every API key.' : `API keys take the scope \`${scope}\`.`;
}

function describeParameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const described = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(described.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    schema: property,
    ...(place === 'query' && { style: 'deepObject', explode: true }),
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
