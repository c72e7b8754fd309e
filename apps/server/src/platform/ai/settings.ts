import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { ModelTrial } from '@causeway/contract/assistant/settings.ts';
import type { ModelProvider } from '@causeway/contract/assistant/threads.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type StoredModel = {
  provider: ModelProvider;
  baseUrl: string | null;
  model: string;
  /** Sealed. */
  apiKey: string | null;
  tested: ModelTrial | null;
};

export type StoredSettings = {
  level: DataLevel;
  model: StoredModel | null;
};

type Row = {
  level: DataLevel;
  provider: ModelProvider | null;
  baseUrl: string | null;
  model: string | null;
  apiKey: string | null;
  tested: ModelTrial | null;
};

/** What a project has chosen; its key stays sealed until a model is opened. */
export async function readSettings(db: Db, projectId: string): Promise<StoredSettings> {
  const row = await findRow<Row>(
    db,
    prepared(sql`select level, provider, base_url as "baseUrl", model, api_key as "apiKey", tested
        from assistant_settings where id = ${projectId}`),
  );
  if (!row) return { level: 'full', model: null };
  const { level, provider, baseUrl, model, apiKey, tested } = row;
  const isChosen = provider !== null && model !== null;
  return { level, model: isChosen ? { provider, baseUrl, model, apiKey, tested } : null };
}

export async function putSettings(
  db: Db,
  projectId: string,
  { level, model }: StoredSettings,
): Promise<void> {
  const tested = model?.tested ? JSON.stringify(model.tested) : null;
  await changeRows(
    db,
    sql`insert into assistant_settings (id, level, provider, base_url, model, api_key, tested)
        values (${projectId}, ${level}, ${model?.provider ?? null}, ${model?.baseUrl ?? null},
          ${model?.model ?? null}, ${model?.apiKey ?? null}, ${tested}::jsonb)
        on conflict (id) do update set level = excluded.level, provider = excluded.provider,
          base_url = excluded.base_url, model = excluded.model, api_key = excluded.api_key,
          tested = excluded.tested, updated_at = now()`,
  );
}

/** Only of the model that was tried: it may have been replaced meanwhile. */
export async function putTrial(
  db: Db,
  projectId: string,
  { model, trial }: { model: StoredModel; trial: ModelTrial },
): Promise<void> {
  await changeRows(
    db,
    sql`update assistant_settings set tested = ${JSON.stringify(trial)}::jsonb
        where id = ${projectId} and provider = ${model.provider} and model = ${model.model}
          and base_url is not distinct from ${model.baseUrl}
          and api_key is not distinct from ${model.apiKey}`,
  );
}

export function openKey(secrets: Secrets, projectId: string, sealed: string): string {
  return secrets.open(sealed, rowBinding('assistant_settings', projectId));
}

export function sealKey(secrets: Secrets, projectId: string, apiKey: string): string {
  return secrets.seal(apiKey, rowBinding('assistant_settings', projectId));
}
