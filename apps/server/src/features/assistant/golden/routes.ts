import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { isWithheldFrom } from '#platform/connectors/works-as-reader.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { isConnectorOf } from '../threads.ts';
import { actingFor, columnsOf, watchGolden, withoutProblem } from './checking.ts';
import { deleteGolden, listGolden, putGolden, readGolden } from './queries.ts';
import { wordsIn } from './words.ts';

export function mountGolden(mount: Mount, services: Services, actAs: ActAs): void {
  const { db: database } = services;
  watchGolden(services, actAs);

  mount('golden', goldenRoutes, {
    list: async ({ db, actor: { project } }) => {
      const verified = await listGolden(db, project.id);
      return (await isWithheldFrom(db, project)) ? verified.map(withoutProblem) : verified;
    },

    create: async ({ db, actor, body, record }) => {
      const { id: projectId } = actor.project;
      const { connectorId, question, sql } = body;
      if (!(await isConnectorOf(db, projectId, connectorId))) {
        throw new Failure('E_CONNECTOR_NOT_FOUND');
      }
      const words = wordsIn(question);
      if (words === '') throw new Failure('E_VALIDATION', 'This question has no words of its own.');
      const columns = await columnsOf(actingFor(actAs, actor.user.id), connectorId, sql);
      return database.transaction(async (tx) => {
        const { id: userId } = actor.user;
        const golden = { projectId, connectorId, userId, question, words, sql, columns };
        const id = await putGolden(tx, golden);
        await record({ action: 'golden.verified', target: id, details: { question } }, tx);
        return readGolden(tx, projectId, id);
      });
    },

    check: async ({ db, actor, params, record }) => {
      const { id: projectId } = actor.project;
      const golden = await readGolden(db, projectId, params.goldenId);
      const { connectorId, question, sql, id } = golden;
      const columns = await columnsOf(actingFor(actAs, actor.user.id), connectorId, sql);
      return database.transaction(async (tx) => {
        const { id: userId } = actor.user;
        const words = wordsIn(question);
        await putGolden(tx, { projectId, connectorId, userId, question, words, sql, columns });
        await record({ action: 'golden.verified', target: id, details: { question } }, tx);
        return readGolden(tx, projectId, id);
      });
    },

    remove: async ({ db, actor, params, record }) => {
      const { question } = await readGolden(db, actor.project.id, params.goldenId);
      await deleteGolden(db, actor.project.id, params.goldenId);
      await record({ action: 'golden.removed', target: params.goldenId, details: { question } });
      return null;
    },
  });
}
