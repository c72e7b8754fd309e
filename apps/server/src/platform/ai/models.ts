import type { LanguageModelV4 } from '@ai-sdk/provider';
import { Failure } from '@causeway/contract/errors.ts';
import type { ModelInUse, ModelProvider } from '@causeway/contract/assistant/threads.ts';
import type { Db } from '#platform/db/database.ts';
import { createGuardedFetch, type GuardedFetch, loadUndici } from '#platform/egress/http.ts';
import type { Services } from '#platform/services.ts';
import { openKey, readSettings, type StoredModel } from './settings.ts';

/** A model that somebody configured, ready to be asked. */
export type OpenedModel = ModelInUse & {
  language: LanguageModelV4;
  /** Runs where the data is, as the operator says. */
  isLocal: boolean;
};

type ModelSpec = {
  provider: ModelProvider;
  baseUrl: string | null;
  model: string;
  apiKey: string | null;
};

/**
 * The models of projects and of the operator. Every call to one that a project names goes through the
 * guard of what leaves the building; the operator's own word is taken, but is never redirected.
 */
export type Models = {
  /** The project's, else the operator's; none where nobody configured one. */
  find(db: Db, projectId: string): Promise<OpenedModel | undefined>;
  /** The same, where the settings of the project have been read. */
  open(projectId: string, model: StoredModel | null): Promise<OpenedModel | undefined>;
};

const defaultBase: Record<ModelProvider, string | null> = {
  'openai-compatible': null,
  anthropic: 'https://api.anthropic.com/v1',
};

export function createModels({
  env,
  egress,
  secrets,
}: Pick<Services, 'env' | 'egress' | 'secrets'>): Models {
  // The SDK prints warnings to the console, with what was asked in them.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const guarded = createGuardedFetch(egress);
  const trusted: GuardedFetch = async (url, init) => {
    const undici = await loadUndici();
    return undici.fetch(url, { ...init, redirect: 'error' });
  };

  let operators: Promise<OpenedModel> | undefined;
  // Opened once: its settings don't change while we run, and building it takes a millisecond.
  const ofOperator = () => {
    if (!env.AI_PROVIDER) return undefined;
    operators ??= openModel(
      {
        provider: env.AI_PROVIDER,
        baseUrl: env.AI_BASE_URL ?? null,
        model: env.AI_MODEL ?? '',
        apiKey: env.AI_API_KEY ?? null,
      },
      { kind: 'operator', isLocal: env.AI_LOCAL === 'on', fetch: trusted },
    );
    return operators;
  };

  const ofProject = (spec: ModelSpec) =>
    openModel(spec, { kind: 'project', isLocal: false, fetch: guarded });

  const open: Models['open'] = async (projectId, model) => {
    if (!model) return ofOperator();
    const apiKey = model.apiKey === null ? null : openKey(secrets, projectId, model.apiKey);
    return ofProject({ ...model, apiKey });
  };

  return {
    open,
    find: async (db, projectId) => open(projectId, (await readSettings(db, projectId)).model),
  };
}

type Opening = Pick<OpenedModel, 'kind' | 'isLocal'> & { fetch: GuardedFetch };

async function openModel(spec: ModelSpec, { kind, isLocal, fetch }: Opening): Promise<OpenedModel> {
  const { provider, model } = spec;
  const baseURL = (spec.baseUrl ?? defaultBase[provider])?.replace(/\/+$/, '');
  if (!baseURL) throw new Failure('E_VALIDATION', 'Name the address of the model.');
  const apiKey = spec.apiKey ?? '';
  const send = capped(fetch) as unknown as typeof globalThis.fetch;
  const language = await openProvider(provider, { baseURL, apiKey, fetch: send }, model);
  return { kind, provider, model, host: new URL(baseURL).host, isLocal, language };
}

/** As long as the longest answers of any model, counted with all that each word is wrapped in. */
const LARGEST_ANSWER = 32 * 1024 ** 2;

/** Their library keeps what comes until it makes sense: an answer without an end would fill our memory. */
function capped(fetch: GuardedFetch): GuardedFetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    const { body, status, statusText, headers } = answer;
    if (!body) return answer;
    const { Response } = await loadUndici();
    return new Response(upToLargest(body), { status, statusText, headers });
  };
}

async function* upToLargest(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > LARGEST_ANSWER) throw new Failure('E_RESULT_TOO_LARGE');
    yield piece;
  }
}

type ProviderOptions = { baseURL: string; apiKey: string; fetch: typeof globalThis.fetch };

/** Each provider's library is large, and most servers need none: loaded with the first question. */
async function openProvider(
  provider: ModelProvider,
  { apiKey, ...options }: ProviderOptions,
  model: string,
): Promise<LanguageModelV4> {
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, ...options })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const named = { name: 'model', includeUsage: true, ...(apiKey !== '' && { apiKey }) };
  return createOpenAICompatible({ ...named, ...options })(model);
}
