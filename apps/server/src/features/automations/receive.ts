import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';
import type { Services } from '#platform/services.ts';
import type { Automations } from './automations.ts';
import { openCredential, readCredential } from './credentials.ts';
import { checkCaller, keysOf, payloadOf, toFileAnswer } from './hooks.ts';
import { triggerOf } from './running/live.ts';
import { startRun } from './start-run.ts';
import { readBody } from './read-body.ts';

const LARGEST_BODY = 1_000_000;
const LONGEST_WAIT_MS = 30_000;

type Call = {
  method: 'GET' | 'POST';
  params: { token: string };
  query?: unknown;
  headers: IncomingHttpHeaders;
  body: Readable | undefined;
};

/** A call of a webhook: who may not call is told as little as who asks for what is not there. */
export async function receive(
  { db, secrets }: Services,
  { engine, live }: Automations,
  { method, params, query, headers, body }: Call,
): Promise<FileAnswer> {
  const workflow = await live.findByToken(params.token);
  const webhook = workflow && triggerOf(workflow, 'webhook');
  if (!workflow?.isEnabled || !webhook || !webhook.methods.includes(method)) {
    throw new Failure('E_WORKFLOW_NOT_FOUND');
  }
  const text = await readBody(body, LARGEST_BODY);
  const { auth } = webhook;
  const credential =
    auth.kind === 'none' || !auth.credentialId
      ? undefined
      : openCredential(secrets, await readCredential(db, workflow.projectId, auth.credentialId));
  checkCaller(webhook, credential, { headers, text, now: Date.now() });
  const hidden = credential?.kind === 'header' ? credential.name.toLowerCase() : undefined;
  const started = await startRun(
    { db, engine, live },
    {
      live: workflow,
      triggerKind: 'webhook',
      triggerId: webhook.id,
      trigger: payloadOf(method, { headers, query: query ?? {}, text }, hidden),
      ...keysOf(webhook, headers),
      waitMs: webhook.answer === 'result' ? LONGEST_WAIT_MS : undefined,
    },
  );
  const { runId, answer, status, failure } = started;
  if (answer) return toFileAnswer(answer, runId);
  if (failure !== undefined) {
    return toFileAnswer({ status: 422, body: { runId, error: 'The workflow failed.' } }, runId);
  }
  return toFileAnswer({ status: status === 'ended' ? 200 : 202, body: { runId, status } }, runId);
}
