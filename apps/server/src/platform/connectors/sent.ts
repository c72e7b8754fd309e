import { secretNames } from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { SentConnector } from '@causeway/contract/sql/sql.ts';
import type { StoredConnector } from './stored.ts';

/** Where data comes from and goes to: what a client names of it has to be what is stored. */
const destination = ['host', 'port', 'user', 'database', 'bucket', 'endpoint', 'prefix', 'client'];

/**
 * Clients send connector data along with their calls. It is never used and never merged into what
 * is stored; one that says something else about the destination is refused, since its sender means
 * another place than the one the call would reach.
 */
export function checkSentConnector(stored: StoredConnector, sent: SentConnector): void {
  if (sent.id.toLowerCase() !== stored.id) throw new Failure('E_CONNECTOR_MISMATCH');
  const kind = sent.implementation === '' ? 's3' : sent.implementation;
  if (kind !== undefined && kind !== stored.implementation) {
    throw new Failure('E_CONNECTOR_NOT_SUPPORTED');
  }
  const known = stored.config as Record<string, unknown>;
  const others = destination.filter((name) => {
    const named = sent.config?.[name] ?? '';
    return named !== '' && textOf(named) !== textOf(known[name]);
  });
  if (isOtherTunnel(known['ssh'], sent.config?.['ssh'])) others.push('ssh');
  if (others.length === 0) return;
  throw new Failure('E_CONNECTOR_MISMATCH', undefined, {
    fields: others.map((name) => ({ path: `connector.config.${name}`, message: 'Not as stored' })),
  });
}

/** Over which server: names its host, port or user otherwise. */
function isOtherTunnel(stored: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return false;
  const known = (stored ?? {}) as Record<string, unknown>;
  return Object.entries(sent).some(
    ([name, value]) =>
      ['host', 'port', 'user'].includes(name) && textOf(value) !== textOf(known[name]),
  );
}

/** Addresses end up in logs and histories. */
export function refuseSecretsInUrl(sent: SentConnector): void {
  const places: Record<string, unknown>[] = [sent, sent.config ?? {}];
  const names = [...secretNames, 'secrets'];
  if (places.some((place) => names.some((name) => Object.hasOwn(place, name)))) {
    throw new Failure('E_SECRET_IN_URL');
  }
}

/** In an address a port is text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
