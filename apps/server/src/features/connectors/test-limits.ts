import ipaddr from 'ipaddr.js';
import type { ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import { ifRefused } from '#platform/expected.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import type { Checked, Egress } from '#platform/egress/egress.ts';
import type { Keyed, Limit, Limiter } from '#platform/limits/limiter.ts';

const MINUTES = 60;
const testsOfPerson: Limit = { name: 'connector-tests', burst: 30, seconds: 5 * MINUTES };
const testsFromNetwork: Limit = { name: 'connector-tests-from', burst: 60, seconds: 5 * MINUTES };
/** Those that failed, whyever: closed ports and unknown names tell a stranger what is there. */
const failedOfPerson: Limit = { name: 'connector-failed', burst: 15, seconds: 5 * MINUTES };
/** Those refused by the other side, by whomever they were sent: passwords are not guessed through us. */
const refusedThere: Limit = { name: 'connector-refused', burst: 10, seconds: 15 * MINUTES };

type Destination = Pick<StoredConnector, 'config'>;
type Guards = { limiter: Limiter; egress: Egress };

/**
 * Runs a connection test within the limits; what did not fail is given back to those it did not use.
 * The test gets an egress that leads nowhere else than where the limit was taken for.
 */
export async function testWithin(
  { limiter, egress }: Guards,
  { user, origin }: ProjectActor,
  { config }: Destination,
  test: (egress: Egress) => Promise<ConnectorCheck>,
): Promise<ConnectorCheck> {
  const over = 'ssh' in config && config.ssh ? config.ssh : undefined;
  const resolved = 'host' in config ? egress.resolve('data', over ?? config) : undefined;
  const checked = await resolved?.catch(ifRefused(undefined));
  const failed: Keyed = [failedOfPerson, user.id];
  const refused: Keyed = [refusedThere, placeOf(config, checked)];
  const refusedOnTheWay: Keyed | undefined = over && [refusedThere, placeOf(over, checked)];
  await limiter.takeAll([
    [testsOfPerson, user.id],
    [testsFromNetwork, origin.network],
    failed,
    refused,
    ...(refusedOnTheWay ? [refusedOnTheWay] : []),
  ]);
  const check = await test(resolved ? { ...egress, resolve: () => resolved } : egress);
  const step = check.steps.find(({ outcome }) => outcome === 'failed')?.step;
  if (step === undefined) await limiter.giveBack(...failed);
  if (step !== 'login') await limiter.giveBack(...refused);
  if (refusedOnTheWay && step !== 'ssh-login') await limiter.giveBack(...refusedOnTheWay);
  return check;
}

/** Whose password it would be: the same account of the same server, by whatever name it is called. */
function placeOf(config: object, checked: Checked | undefined): string {
  const { host, port, user, endpoint, bucket, ssh } = config as Record<string, unknown>;
  const server = checked ? ipaddr.process(checked.address).toString() : (host ?? endpoint);
  // Behind another server its name is what that one takes it for.
  const behind = ssh ? [host] : [];
  return JSON.stringify([server, ...behind, port, user ?? bucket]).toLowerCase();
}
