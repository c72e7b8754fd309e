import { unlessAway } from '#platform/connectors/unless-away.ts';
import { can } from '@causeway/contract/access.ts';
import {
  type ConnectorCheck,
  notedHostKey,
  type readerProblems,
} from '@causeway/contract/connectors/checks.ts';
import { connectorRoutes, type NewConnector } from '@causeway/contract/connectors/connectors.ts';
import type { LeftInDatabase } from '@causeway/contract/automations/left.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { ifRefused } from '#platform/expected.ts';
import type { AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import { requireScope } from '#platform/access/authorize.ts';
import { mayBeTold } from '#platform/access/told-names.ts';
import { checkStored } from '#platform/connectors/check-stored.ts';
import { checkSql } from '#platform/connectors/sql/check.ts';
import { applyRenames, findAnchors } from '#platform/connectors/sql/renames.ts';
import { inspectReader, inspectRole } from '#platform/connectors/sql/safety.ts';
import { checkS3 } from '#platform/connectors/storage/check.ts';
import {
  type ConnectorChange,
  deleteConnector,
  insertConnector,
  listConnectors,
  lockConnector,
  noteHostKey,
  openSecrets,
  openSqlTarget,
  readConnector,
  saveCheck,
  type StoredConnector,
  updateConnector,
} from '#platform/connectors/stored.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { DependentsSource } from './dependents.ts';
import { listResources } from './resources.ts';
import { planChange, replacedSecrets } from './rules.ts';
import { lookAtTables } from './schema-news.ts';
import { testWithin } from './test-limits.ts';
import { noteVisit } from './visits.ts';

export function mountConnectors(
  mount: Mount,
  services: Services,
  {
    dependents: dependentsSources,
    takeOut,
  }: {
    dependents: DependentsSource[];
    /** Takes out of its database what the project put there; says what is left. */
    takeOut: (db: Db, actor: ProjectActor, connectorId: string) => Promise<LeftInDatabase[]>;
  },
): void {
  const { databases, buckets, egress, events, secrets } = services;

  async function announce(tx: Tx, project: AuthorizedProject): Promise<void> {
    const projectId = project.id;
    await events.publish(tx, { projectId }, { type: 'connectors.changed', projectId });
  }

  /** Connections made with what was stored before must not outlive it. */
  function dropConnections(tx: Tx, connector: StoredConnector): void {
    tx.afterCommit(() => {
      void databases.forget(connector.id);
      buckets.forget(connector.id);
    });
  }

  /** Notes the numbers of what settings name, so that they follow a rename; else the names must do. */
  async function withAnchors(
    connector: StoredConnector,
    { settings }: ConnectorChange,
  ): Promise<Pick<ConnectorChange, 'settings'>> {
    if (!settings || connector.implementation !== 'sql') return {};
    if (namesIn(settings) === namesIn(connector.settings)) return {};
    const target = openSqlTarget(secrets, connector);
    const finding = findAnchors(databases, target, settings);
    const anchors = await unlessAway(services, finding, settings.anchors);
    return { settings: { ...settings, anchors } };
  }

  /** A role that readers are switched to has to be there, to be had, and to bound them. */
  async function checkReaderRole(connector: StoredConnector, change: ConnectorChange) {
    const readerRole = change.settings?.readerRole;
    if (readerRole === undefined || readerRole === connector.settings.readerRole) return;
    // With a new place its role is looked at when it is used: who may only read gets nothing before.
    if (change.config ?? change.secrets) return;
    if (connector.implementation !== 'sql') throw new Failure('E_CONNECTOR_NOT_SUPPORTED');
    const target = openSqlTarget(secrets, connector);
    const { problem } = await inspectReader(databases, target, readerRole);
    if (problem) throw new Failure('E_READER_ROLE', readerSentences[problem], { problem });
  }

  /** None where they can not be read any more: then all of them have to be given. */
  function storedSecrets(connector: StoredConnector): Record<string, string> {
    try {
      return openSecrets(secrets, connector) as Record<string, string>;
    } catch (error) {
      return ifRefused({})(error);
    }
  }

  function checkNew(connector: NewConnector, checked: Egress): Promise<ConnectorCheck> {
    if (connector.implementation === 'sql') {
      return checkSql(checked, { config: connector.config, ...connector.secrets });
    }
    const id = crypto.randomUUID();
    return checkS3(egress, buckets, { id, config: connector.config, ...connector.secrets });
  }

  mount('connectors', connectorRoutes, {
    list: ({ db, actor }) => listConnectors(db, actor.project),

    read: ({ db, params, actor }) => readConnector(db, actor.project, params.connectorId),

    create: async ({ db, actor, body, record }) => {
      await services.credits.requireRoom(db, actor.project.id, 'connectors');
      const connector = await insertConnector(db, secrets, actor.project, body);
      await record({
        action: 'connector.created',
        target: connector.id,
        details: { name: connector.name, config: connector.config },
      });
      await announce(db, actor.project);
      return connector;
    },

    testNew: ({ body, actor }) => {
      return testWithin(services, actor, body, (checked) => checkNew(body, checked));
    },

    test: async ({ db, params, actor, record }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      const check = await testWithin(services, actor, connector, (checked) =>
        checkStored({ ...services, egress: checked }, connector),
      );
      await saveCheck(db, connector, check);
      const hostKey = notedHostKey(check);
      if (hostKey !== undefined) {
        await db.transaction(async (tx) => {
          if (!(await noteHostKey(tx, connector, hostKey))) return;
          const details = { hostKey };
          await record({ action: 'connector.host-key-noted', target: connector.id, details }, tx);
          dropConnections(tx, connector);
          await announce(tx, actor.project);
        });
      }
      return check;
    },

    update: async ({ db, actor, params, body, record }) => {
      const connector = await lockConnector(db, actor.project, params.connectorId);
      const planned = planChange(connector, body);
      await checkReaderRole(connector, planned);
      const change = { ...planned, ...(await withAnchors(connector, planned)) };
      const updated = await updateConnector(db, secrets, connector, change);
      const { secrets: replaced, ...visible } = change;
      await record({
        action: 'connector.updated',
        target: connector.id,
        details: { ...visible, secretsReplaced: Boolean(replaced) },
      });
      dropConnections(db, connector);
      await announce(db, actor.project);
      return updated;
    },

    replaceSecrets: async ({ db, actor, params, body, record }) => {
      const connector = await lockConnector(db, actor.project, params.connectorId);
      const change = { secrets: replacedSecrets(connector, storedSecrets(connector), body) };
      const updated = await updateConnector(db, secrets, connector, change);
      await record({ action: 'connector.secrets-replaced', target: connector.id });
      dropConnections(db, connector);
      await announce(db, actor.project);
      return updated;
    },

    dependents: async ({ db, params, actor }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      const lists = await Promise.all(dependentsSources.map((source) => source(db, connector)));
      return lists.flat().filter(({ kind }) => mayBeTold(actor, kind, connector.id));
    },

    remove: async ({ db, actor, params, record }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      const left = await takeOut(db, actor, connector.id);
      await deleteConnector(db, connector);
      await record({
        action: 'connector.deleted',
        target: connector.id,
        details: { name: connector.name },
      });
      dropConnections(db, connector);
      await announce(db, actor.project);
      return { left };
    },

    safety: async ({ db, params, actor }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      const target = openSqlTarget(secrets, connector);
      const { readerRole } = connector.settings;
      const report = await inspectRole(databases, target);
      if (readerRole === undefined) return report;
      return { ...report, reader: await inspectReader(databases, target, readerRole) };
    },

    visit: async ({ db, actor, params, record }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      requireInside(actor, connector);
      const lists = await Promise.all(dependentsSources.map((source) => source(db, connector)));
      const told = lists.flat().filter(({ kind }) => mayBeTold(actor, kind, connector.id));
      const look = await lookAtTables(services, connector, told);
      const newTables = await noteVisit(db, { actor, connector }, look.tables);
      if (look.renames.length > 0 && can(actor.project.role, 'connectors.manage')) {
        await services.db.transaction(async (tx) => {
          const now = await lockConnector(tx, actor.project, connector.id);
          const settings = applyRenames(now.settings, look.renames);
          await updateConnector(tx, secrets, now, { settings });
          const renamed = look.news.renamed;
          await record(
            { action: 'connector.renames-followed', target: connector.id, details: { renamed } },
            tx,
          );
          await announce(tx, actor.project);
        });
      }
      return { ...look.news, newTables };
    },

    resources: async ({ db, params, query, actor }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      requireInside(actor, connector);
      return listResources(services, actor.project, connector, query);
    },
  });
}

/** Knowing a connector is not knowing the tables or folders it leads to. */
function requireInside(actor: ProjectActor, { id, implementation }: StoredConnector): void {
  requireScope(actor, implementation === 's3' ? 'storage:read' : 'data:read', id);
}

const readerSentences = {
  missing: 'There is no role of that name in the database.',
  'not-settable': "The connector's login may not take on this role: grant it to the login.",
  powerful: 'This role reaches beyond the data itself.',
} satisfies Record<(typeof readerProblems)[number], string>;

/** Everything in settings that is kept by a name; the rest needs no database to be saved. */
function namesIn({ hidden, withheld, aliases, labelColumns }: StoredConnector['settings']): string {
  return JSON.stringify([hidden, withheld, aliases, labelColumns]);
}
