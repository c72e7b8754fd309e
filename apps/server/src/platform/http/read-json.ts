import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findLostNumber, parseWithAllDigits } from '@causeway/contract/all-digits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { isTooDeep } from '#platform/bytes/json-depth.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Numbers of the body may be values of rows. */
    holdsValues?: boolean;
    /** And are taken as texts, where they would not stay the same. */
    keepsDigits?: boolean;
  }
}

/** An empty body is no body; a deep one is refused before it is parsed. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') return done(null, undefined);
    if (isTooDeep(text)) {
      return done(new Failure('E_MALFORMED', 'The JSON is nested too deeply.'), undefined);
    }
    return parse(request, text, (error, value: unknown) => {
      const { keepsDigits } = request.routeOptions.config;
      done(
        error ?? findLoss(request, text),
        !error && keepsDigits ? parseWithAllDigits(text) : value,
      );
    });
  });
}

/** Another number than was sent would name another row, or be written into this one. */
function findLoss({ routeOptions }: FastifyRequest, text: string): Failure | null {
  const lost = routeOptions.config.holdsValues ? findLostNumber(text) : undefined;
  if (lost === undefined) return null;
  const shown = lost.slice(0, LONGEST_SHOWN);
  return new Failure('E_VALIDATION', `Write the number ${shown} as a text: "${shown}".`, {
    fields: [{ path: 'body', message: `${shown} has more digits than a JSON number keeps` }],
  });
}

const LONGEST_SHOWN = 100;
