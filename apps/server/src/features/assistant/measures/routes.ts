import {
  measureChangeRoutes,
  type MeasureDefinition,
  measureRoutes,
} from '@causeway/contract/assistant/measures.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { isWithheldFrom } from '#platform/connectors/works-as-reader.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { actingFor, withoutProblem } from '../golden/checking.ts';
import { isConnectorOf } from '../threads.ts';
import { checkMeasure, requireOwnNames, watchMeasures } from './checking.ts';
import {
  deleteMeasure,
  insertMeasure,
  listMeasures,
  lockMeasures,
  MOST_MEASURES,
  readMeasure,
  updateMeasure,
} from './queries.ts';

export function mountMeasures(mount: Mount, services: Services, actAs: ActAs): void {
  const { db: database } = services;
  watchMeasures(services, actAs);

  async function check(db: Db, { project, user }: ProjectActor, definition: MeasureDefinition) {
    if (!(await isConnectorOf(db, project.id, definition.connectorId))) {
      throw new Failure('E_CONNECTOR_NOT_FOUND');
    }
    return checkMeasure(services, actingFor(actAs, user.id), definition);
  }

  mount('measures', measureRoutes, {
    list: async ({ db, actor: { project }, query }) => {
      const measures = await listMeasures(db, project.id, query.connectorId ?? null);
      return (await isWithheldFrom(db, project)) ? measures.map(withoutProblem) : measures;
    },
  });

  mount('measureChanges', measureChangeRoutes, {
    create: async ({ db, actor, body: definition, record }) => {
      const { id: projectId } = actor.project;
      await requireOwnNames(db, projectId, definition, undefined);
      const own = await check(db, actor, definition);
      return database.transaction(async (tx) => {
        await lockMeasures(tx, projectId);
        if ((await listMeasures(tx, projectId, null)).length >= MOST_MEASURES) {
          throw new Failure('E_VALIDATION', `At most ${MOST_MEASURES} measures.`);
        }
        await requireOwnNames(tx, projectId, definition, undefined);
        const kept = { projectId, userId: actor.user.id, definition, own };
        const id = await insertMeasure(tx, kept);
        await record({ action: 'measure.defined', target: id, details: definition }, tx);
        return readMeasure(tx, projectId, id);
      });
    },

    update: async ({ db, actor, params, body: definition, record }) => {
      const { id: projectId } = actor.project;
      const before = await readMeasure(db, projectId, params.measureId);
      await requireOwnNames(db, projectId, definition, before);
      const own = await check(db, actor, definition);
      return database.transaction(async (tx) => {
        await lockMeasures(tx, projectId);
        await requireOwnNames(tx, projectId, definition, before);
        const kept = { projectId, userId: actor.user.id, definition, own };
        await updateMeasure(tx, before.id, kept);
        await record({ action: 'measure.defined', target: before.id, details: definition }, tx);
        return readMeasure(tx, projectId, before.id);
      });
    },

    remove: async ({ db, actor, params, record }) => {
      const { id, name } = await readMeasure(db, actor.project.id, params.measureId);
      await deleteMeasure(db, actor.project.id, id);
      await record({ action: 'measure.removed', target: id, details: { name } });
      return null;
    },
  });
}
