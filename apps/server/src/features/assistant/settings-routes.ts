import { assistantSettingsRoutes } from '@causeway/contract/assistant/settings.ts';
import type { AssistantSettings } from '@causeway/contract/assistant/settings.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  putSettings,
  putTrial,
  readSettings,
  sealKey,
  type StoredModel,
} from '#platform/ai/settings.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import type { Services } from '#platform/services.ts';
import type { Assistant } from './assistant.ts';
import { tryModel } from './try-model.ts';

/** Each costs somebody three questions. */
const trials: Limit = { name: 'model-trials', burst: 20, seconds: 3_600 };

export function mountAssistantSettings(
  mount: Mount,
  { secrets, limiter, db: database }: Services,
  { models, modelInUse }: Assistant,
): void {
  async function shown(db: Db, projectId: string): Promise<AssistantSettings> {
    const { level, model } = await readSettings(db, projectId);
    const inUse = await modelInUse(db, projectId);
    if (!model) return { level, model: null, inUse };
    const { apiKey, ...rest } = model;
    return { level, model: { ...rest, hasKey: apiKey !== null }, inUse };
  }

  /** A key is sent to the address it was given for, and to no other. */
  function sealed(
    projectId: string,
    known: StoredModel | null,
    wanted: { provider: string; baseUrl: string | null; apiKey?: string | null | undefined },
  ): string | null {
    if (typeof wanted.apiKey === 'string') return sealKey(secrets, projectId, wanted.apiKey);
    if (wanted.apiKey === null || !known?.apiKey) return null;
    if (known.provider !== wanted.provider || known.baseUrl !== wanted.baseUrl) {
      throw new Failure('E_SECRET_REQUIRED', 'Another address needs its key again.');
    }
    return known.apiKey;
  }

  mount('assistantSettings', assistantSettingsRoutes, {
    show: ({ db, actor }) => shown(db, actor.project.id),

    update: async ({ db, actor, body, record }) => {
      const { id: projectId } = actor.project;
      const known = await readSettings(db, projectId);
      const wanted = body.model;
      if (wanted && wanted.provider === 'openai-compatible' && wanted.baseUrl === null) {
        throw new Failure('E_VALIDATION', 'Name the address of the model.', {
          fields: [{ path: 'model.baseUrl', message: 'Missing' }],
        });
      }
      const model = wanted
        ? {
            provider: wanted.provider,
            baseUrl: wanted.baseUrl,
            model: wanted.model,
            apiKey: sealed(projectId, known.model, wanted),
            tested: null,
          }
        : wanted === null
          ? null
          : known.model;
      const level = body.level ?? known.level;
      await putSettings(db, projectId, { level, model });
      if (wanted) {
        const details = { provider: wanted.provider, model: wanted.model, baseUrl: wanted.baseUrl };
        await record({ action: 'model.chosen', target: wanted.model, details });
      }
      if (wanted === null) await record({ action: 'model.removed' });
      if (level !== known.level) {
        await record({ action: 'model.level-changed', details: { from: known.level, to: level } });
      }
      return shown(db, projectId);
    },

    test: async ({ db, actor, body, signal }) => {
      const { id: projectId } = actor.project;
      await limiter.take(trials, projectId);
      const { model } = await readSettings(db, projectId);
      if (!model) throw new Failure('E_VALIDATION', 'This project has no model of its own.');
      const opened = await models.find(database, projectId);
      if (!opened) throw new Failure('E_VALIDATION', 'This project has no model of its own.');
      const trial = await tryModel(opened.language, body.language, signal);
      await putTrial(database, projectId, { model, trial });
      return shown(database, projectId);
    },
  });
}
