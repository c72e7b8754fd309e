import { Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import { type SentConnector, sentConnector } from '@causeway/contract/sql/sql.ts';
import type { Actor, AuthorizedProject, Nobody } from '#platform/access/actor.ts';
import type { OpenedConnectors, OpenedS3, OpenedSql, Sealed } from '#platform/connectors/opened.ts';
import { checkSentConnector, refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import type { Database } from '#platform/db/database.ts';

type Services = { db: Database; openedConnectors: OpenedConnectors };
type Input = { query: unknown; body: unknown };

/**
 * The connector an operation is about, as its handler gets it. Here and nowhere else: what came in
 * the address holds no secret, what was sent along says nothing else than what is stored, and what
 * is marked read-only is not handed to an operation that changes data.
 */
export async function handOver(
  { db, openedConnectors }: Services,
  route: Route,
  actor: (Actor & { project?: AuthorizedProject | undefined }) | Nobody,
  input: Input,
): Promise<OpenedSql | OpenedS3 | Sealed | undefined> {
  const { access } = route;
  if (typeof access === 'string' || !access.connector) return undefined;
  if (actor.kind === 'nobody' || !actor.project) throw new Failure('E_PROJECT_NOT_FOUND');
  const inAddress = sentIn(input.query);
  if (inAddress) refuseSecretsInUrl(inAddress);
  const opened = await openedConnectors[access.connector](db, actor.project);
  for (const sent of [inAddress, sentIn(input.body)]) {
    if (sent) checkSentConnector(opened.connector, sent);
  }
  const writesData = access.action === 'sql.write' || access.action === 'storage.write';
  if (
    writesData &&
    !route.sparesData &&
    route.method !== 'GET' &&
    opened.connector.settings.readOnly
  ) {
    throw new Failure('E_CONNECTOR_READ_ONLY');
  }
  return opened;
}

/** Parsed by the route where it names it; a form's fields are looked at here for the first time. */
function sentIn(part: unknown): SentConnector | undefined {
  const { connector } = (part ?? {}) as { connector?: unknown };
  if (connector === undefined) return undefined;
  const parsed = sentConnector.safeParse(connector);
  if (!parsed.success) throw new Failure('E_VALIDATION');
  return parsed.data;
}
