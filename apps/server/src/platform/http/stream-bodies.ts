import { PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import { parseQuery } from '@causeway/contract/query-string.ts';
import type { ReceivedForm } from '@causeway/contract/route.ts';

/** Fields in front of the file are a few names and ids. */
const FORM_LIMITS = { fields: 50, fieldSize: 100_000, files: 1, headerSize: 100_000 };

/**
 * A route whose body is handed on as it arrives, in a scope of its own: everywhere else a body is
 * JSON and read whole before the handler runs.
 */
export function routeForStreams(
  app: FastifyInstance,
  takes: 'bytes' | 'form',
  route: RouteOptions,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (takes === 'bytes') {
      // JSON by its name: who takes anything is looked for anew, type and all, for every call.
      scope.addContentTypeParser('application/json', handOn);
      scope.addContentTypeParser('*', handOn);
    } else {
      scope.addContentTypeParser(
        'multipart/form-data',
        (request: FastifyRequest, payload: Readable) =>
          readForm(payload, request.headers['content-type'] ?? ''),
      );
      // Who may not call is told so first; then that this is no form.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    }
    scope.route({ ...route, config: { ...route.config, takesStream: true } });
  });
}

function handOn(
  _request: FastifyRequest,
  payload: Readable,
  done: (error: null, body: Readable) => void,
): void {
  done(null, payload);
}

/**
 * Answers as soon as the file begins. Its content ends only when the form does: a second file behind
 * it breaks the first one off, since nobody could tell which of the two was meant.
 */
function readForm(payload: Readable, contentType: string): Promise<ReceivedForm> {
  return new Promise((resolve, reject) => {
    const fields: string[] = [];
    const form = openForm(contentType);
    const collected = () => parseQuery(fields.join('&'));
    const fail = () => reject(new Failure('E_UPLOAD_FIELD'));
    form.on('field', (name, value) => {
      fields.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    });
    form.on('file', (field, stream, name, _encoding, type) => {
      if (field !== 'file') {
        stream.resume();
        return fail();
      }
      // The form's own stream ends early and silently when the connection is cut; this one errs.
      const content = new PassThrough();
      // It may break before anybody reads it; who then does is told.
      content.on('error', () => {});
      stream.pipe(content, { end: false });
      form.once('filesLimit', () => content.destroy(new Failure('E_UPLOAD_FIELD')));
      form.once('finish', () => content.end());
      payload.once('aborted', () => content.destroy(new Error('The upload was cut off')));
      payload.once('error', (error) => content.destroy(error));
      form.once('error', (error) => content.destroy(error as Error));
      resolve({ ...collected(), file: { name: name ?? '', type, content } });
    });
    form.once('error', fail);
    form.once('finish', () => resolve(collected()));
    payload.once('aborted', fail);
    payload.pipe(form);
  });
}

function openForm(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: FORM_LIMITS });
  } catch {
    // The parser throws plain errors, all of them about the header that was sent.
    throw new Failure('E_UPLOAD_FIELD');
  }
}
