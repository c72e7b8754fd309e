import type { ConnectorCheck } from '@causeway/contract/connector-checks.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import type { Keyed, Limit, Limiter } from '#platform/limits/limiter.ts';

const MINUTES = 60;
const testsOfPerson: Limit = { name: 'connector-tests', burst: 30, seconds: 5 * MINUTES };
const testsFromNetwork: Limit = { name: 'connector-tests-from', burst: 60, seconds: 5 * MINUTES };
/** Those that failed, whyever: closed ports and unknown names tell a stranger what is there. */
const failedOfPerson: Limit = { name: 'connector-failed', burst: 15, seconds: 5 * MINUTES };
/** Those refused by the other side, by whomever they were sent: passwords are not guessed through us. */
const refusedThere: Limit = { name: 'connector-refused', burst: 10, seconds: 15 * MINUTES };

type Destination = Pick<StoredConnector, 'config'>;

/** Runs a connection test within the limits; what did not fail is given back to those it did not use. */
export async function testWithin(
  limiter: Limiter,
  { user, origin }: ProjectActor,
  destination: Destination,
  test: () => Promise<ConnectorCheck>,
): Promise<ConnectorCheck> {
  const failed: Keyed = [failedOfPerson, user.id];
  const refused: Keyed = [refusedThere, placeOf(destination)];
  await limiter.takeAll([
    [testsOfPerson, user.id],
    [testsFromNetwork, origin.network],
    failed,
    refused,
  ]);
  const check = await test();
  const step = check.steps.find(({ outcome }) => outcome === 'failed')?.step;
  if (step === undefined) await limiter.giveBack(...failed);
  if (step !== 'login') await limiter.giveBack(...refused);
  return check;
}

/** Whose password it would be: the same account of the same server, however it is written. */
function placeOf({ config }: Destination): string {
  const { host, port, user, endpoint, bucket } = config as Record<string, unknown>;
  return JSON.stringify([host ?? endpoint, port, user ?? bucket]).toLowerCase();
}
