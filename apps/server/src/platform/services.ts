import type { Logger } from 'pino';
import type { Env } from '#env';
import type { KeyUses } from './access/key-uses.ts';
import type { OpenedConnectors } from './connectors/opened.ts';
import type { SqlCatalog } from './connectors/sql/catalog.ts';
import type { SqlDatabases } from './connectors/sql/databases.ts';
import type { SqlParser } from './connectors/sql/parser.ts';
import type { RolePowers } from './connectors/sql/role-powers.ts';
import type { TypeNames } from './connectors/sql/type-names.ts';
import type { Buckets } from './connectors/storage/buckets.ts';
import type { Credits } from './credits/credits.ts';
import type { Database } from './db/database.ts';
import type { Egress } from './egress/egress.ts';
import type { Events } from './events/events.ts';
import type { Files } from './files/files.ts';
import type { Siblings } from './http/siblings.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limiter } from './limits/limiter.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Processes } from './processes/processes.ts';
import type { SharedResults } from './queries/shared-results.ts';
import type { Runs } from './runs/runs.ts';
import type { Secrets } from './secrets/secrets.ts';

/** What the platform offers to every feature. */
export type Services = {
  env: Env;
  logger: Logger;
  db: Database;
  secrets: Secrets;
  limiter: Limiter;
  keyUses: KeyUses;
  /** What things cost, and who pays. */
  credits: Credits;
  events: Events;
  /** Upkeep that comes back by itself, and mails. */
  jobs: Jobs;
  /** What people start and leave to go on behind their backs. */
  runs: Runs;
  /** What happened, handed to who follows it. */
  outbox: Outbox;
  mailer: Mailer;
  processes: Processes;
  egress: Egress;
  /** The users' databases and buckets. */
  databases: SqlDatabases;
  buckets: Buckets;
  files: Files;
  openedConnectors: OpenedConnectors;
  sqlParser: SqlParser;
  sqlCatalog: SqlCatalog;
  typeNames: TypeNames;
  rolePowers: RolePowers;
  /** Answers that many ask for, made once. */
  sharedResults: SharedResults;
  /** Those that answer on the same port, where there are several. */
  siblings: Siblings | undefined;
};
