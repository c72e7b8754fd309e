import { homedir } from 'node:os';
import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Egress, OwnPlace } from '#platform/egress/egress.ts';
import type { S3Target } from '../stored.ts';
import { createGuardedAgents } from './guarded-agents.ts';
import { createLines } from './wire/lines.ts';
import { createObjectHandler } from './wire/object-handler.ts';

/** Clients for the users' buckets, one a connector, made anew when the connector changes. */
export type Buckets = {
  clientFor(target: Omit<S3Target, 'updatedAt'> & { updatedAt?: string }): S3Client;
  /** For how many days a store of our own keeps old versions; undefined for all others. */
  versionDaysOf(target: Pick<S3Target, 'config'>): number | undefined;
  forget(connectorId: string): void;
  close(): void;
};

export function createBuckets(egress: Egress, own: OwnPlace[] = []): Buckets {
  giveHome();
  const agents = createGuardedAgents(egress);
  const clients = new Map<string, { client: S3Client; updatedAt: string | undefined }>();
  const lines = createLines(egress);
  const requestHandler = createObjectHandler(
    new NodeHttpHandler({ ...agents, connectionTimeout: 5_000, requestTimeout: 60_000 }),
    lines,
  );
  return {
    clientFor: (target) => {
      const known = clients.get(target.id);
      if (known && known.updatedAt === target.updatedAt) return known.client;
      const client = createClient(target, requestHandler);
      if (target.updatedAt) clients.set(target.id, { client, updatedAt: target.updatedAt });
      return client;
    },
    versionDaysOf: ({ config }) => {
      const { hostname, port } = new URL(config.endpoint ?? 'https://elsewhere.invalid');
      const place = own.find(({ address, port: at }) => {
        return address === hostname && at === Number(port);
      });
      return place?.versionDays;
    },
    forget: (connectorId) => void clients.delete(connectorId),
    close: () => {
      clients.clear();
      lines.close();
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}

/** The SDK fails without a home to look for settings in, and the user a cluster chose may have none. */
function giveHome(): void {
  try {
    homedir();
  } catch {
    // Node throws a plain error of the system, and for no other reason.
    process.env['HOME'] = '/nonexistent';
  }
}

/** Credentials and region are always explicit: what is left out, the SDK would take from ours. */
function createClient(
  { config, accessKey, secretKey }: Pick<S3Target, 'config' | 'accessKey' | 'secretKey'>,
  requestHandler: ReturnType<typeof createObjectHandler>,
): S3Client {
  return new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint }),
    forcePathStyle: config.pathStyle ?? Boolean(config.endpoint),
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestHandler,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
