import net from 'node:net';
import tls, { type ConnectionOptions } from 'node:tls';
import type { ConnectorCheck } from '@causeway/contract/connectors.ts';

type Step = ConnectorCheck['steps'][number];
export type StepName = Step['step'];
export type StepWork = () => Promise<string | { skipped: string }>;

/**
 * Runs the steps of a connection test in order and stops at the first that fails: what comes after
 * it was not tried, and is said to be so.
 */
export async function runSteps(plan: [StepName, StepWork][]): Promise<ConnectorCheck> {
  const steps: Step[] = [];
  let failed = false;
  for (const [step, work] of plan) {
    const startedAt = performance.now();
    const outcome: Pick<Step, 'outcome' | 'message'> = failed
      ? { outcome: 'skipped', message: '' }
      : await tryStep(work);
    failed ||= outcome.outcome === 'failed';
    const milliseconds = Math.round(performance.now() - startedAt);
    steps.push({ step, ...outcome, milliseconds });
  }
  return { ok: !failed, at: new Date().toISOString(), steps };
}

async function tryStep(work: StepWork): Promise<Pick<Step, 'outcome' | 'message'>> {
  try {
    const done = await work();
    if (typeof done === 'string') return { outcome: 'ok', message: done };
    return { outcome: 'skipped', message: done.skipped };
  } catch (error) {
    return { outcome: 'failed', message: describe(error) };
  }
}

/** An error of a network call often has its reason in its code only. */
function describe(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  if (message) return message.slice(0, 500);
  return code ?? 'Failed without a reason';
}

export function openSocket(address: string, port: number, patience: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port });
    socket.setTimeout(patience, () => {
      socket.destroy(new Error(`No answer within ${patience / 1000} s`));
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
  socket: net.Socket,
  options: ConnectionOptions,
  patience: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({ ...options, socket });
    const timer = setTimeout(() => secure.destroy(new Error('No TLS answer')), patience);
    secure.once('error', reject);
    secure.once('close', () => clearTimeout(timer));
    secure.once('secureConnect', () => {
      const agreed = secure.getProtocol() ?? 'TLS';
      secure.destroy();
      resolve(agreed);
    });
  });
}
