import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls, { type ConnectionOptions } from 'node:tls';
import type { CheckNote, ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import { Failure } from '@causeway/contract/errors.ts';

type Step = ConnectorCheck['steps'][number];
export type StepName = Step['step'];
type Outcome = Omit<Step, 'step' | 'milliseconds'>;
/** What the other side said, or a note in our own words. */
export type StepWork = () => Promise<string | CheckNote | { skipped: CheckNote }>;

/** A step that failed for a reason we have words for. */
export class StepProblem extends Error {
  readonly note: CheckNote;

  constructor(note: CheckNote) {
    super(sentenceOf(note));
    this.note = note;
  }
}

/**
 * Runs the steps of a connection test in order and stops at the first that fails: what comes after
 * it was not tried, and is said to be so.
 */
export async function runSteps(plan: [StepName, StepWork][]): Promise<ConnectorCheck> {
  const steps: Step[] = [];
  let failed = false;
  for (const [step, work] of plan) {
    const startedAt = performance.now();
    const outcome: Outcome = failed ? { outcome: 'skipped', message: '' } : await tryStep(work);
    failed ||= outcome.outcome === 'failed';
    const milliseconds = Math.round(performance.now() - startedAt);
    steps.push({ step, ...outcome, milliseconds });
  }
  return { ok: !failed, at: new Date().toISOString(), steps };
}

async function tryStep(work: StepWork): Promise<Outcome> {
  try {
    const done = await work();
    if (typeof done === 'string') return { outcome: 'ok', message: done };
    return 'skipped' in done
      ? { outcome: 'skipped', ...told(done.skipped) }
      : { outcome: 'ok', ...told(done) };
  } catch (error) {
    return { outcome: 'failed', ...describe(error) };
  }
}

function told(note: CheckNote) {
  return { message: sentenceOf(note), note };
}

/** An error of a network call often has its reason in its code only. */
function describe(error: unknown): Omit<Outcome, 'outcome'> {
  if (error instanceof StepProblem) return told(error.note);
  const { host, allow } = (error instanceof Failure && error.details) || {};
  if (typeof host === 'string' && typeof allow === 'string') {
    const note: CheckNote = { code: 'private-address', values: { host, allow } };
    return { ...told(note), errorCode: (error as Failure).code };
  }
  const { message = '', code } = error as { message?: string; code?: string };
  if (message === '' && code === undefined) return told({ code: 'no-reason' });
  return {
    message: (message || code || '').slice(0, 500),
    ...(error instanceof Failure && { errorCode: error.code }),
  };
}

const sentences: Record<CheckNote['code'], (values: Record<string, string | number>) => string> = {
  'tls-off': () => 'Switched off for this connector',
  'tls-not-offered': () => 'The server offers no TLS',
  'plain-http': () => 'The endpoint is plain http',
  'keys-accepted': () => 'Keys accepted',
  'tables-listed': ({ count, schema }) => `${count} tables in ${schema}`,
  'tables-in-schemas': ({ count, schemas, number }) =>
    `${count} tables in ${number} schemas: ${schemas}`,
  'bucket-listed': ({ bucket }) => `Bucket ${bucket} can be listed`,
  'no-answer': ({ seconds }) => `No answer within ${seconds} s`,
  'connection-closed': () => 'The server closed the connection',
  'no-reason': () => 'Failed without a reason',
  'private-address': ({ host, allow }) =>
    `'${host}' leads to a private address, which is not allowed. The operator allows it with ${allow}`,
  'host-key-noted': ({ fingerprint }) =>
    `Signed in. The key of the server is ${fingerprint}, seen for the first time: compare it`,
  'host-key-known': ({ fingerprint }) =>
    `Signed in. The key of the server is ${fingerprint}, as before`,
  'host-key-changed': ({ shown, noted }) =>
    `The server shows another key than before: ${shown} instead of ${noted}. Nothing was sent to it`,
  'certificate-unknown': () =>
    "Nobody who is trusted has signed the server's certificate. Enter the certificate of the authority that did",
  'certificate-name': () => "The server's certificate is for another name than this host",
  'certificate-expired': () => "The server's certificate is not valid at this time",
  'certificate-refused': () =>
    'The server wants a client certificate, or does not accept the one it was shown',
  'certificate-unreadable': () =>
    'A certificate or its key can not be read, or the two do not belong together',
};

export function sentenceOf({ code, values = {} }: CheckNote): string {
  return sentences[code](values);
}

export function noAnswer(patience: number): StepProblem {
  return new StepProblem({ code: 'no-answer', values: { seconds: patience / 1000 } });
}

export function openSocket(address: string, port: number, patience: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port });
    socket.setTimeout(patience, () => {
      socket.destroy(noAnswer(patience));
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** Shakes hands on an open socket and says what was agreed on. */
export function shakeHands(
  socket: Duplex,
  options: ConnectionOptions,
  patience: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({ ...options, socket });
    const timer = setTimeout(() => secure.destroy(noAnswer(patience)), patience);
    secure.once('error', reject);
    secure.once('close', () => clearTimeout(timer));
    secure.once('secureConnect', () => {
      const agreed = secure.getProtocol() ?? 'TLS';
      secure.destroy();
      resolve(agreed);
    });
  });
}
