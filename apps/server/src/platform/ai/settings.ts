import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { ModelProvider } from '@causeway/contract/assistant/threads.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

type StoredModel = {
  provider: ModelProvider;
  baseUrl: string | null;
  model: string;
  apiKey: string | null;
};

type StoredSettings = {
  level: DataLevel;
  model: StoredModel | null;
};

type Row = {
  level: DataLevel;
  provider: ModelProvider | null;
  baseUrl: string | null;
  model: string | null;
  apiKey: string | null;
};

/** What a project has chosen; its key stays sealed until a model is opened. */
export async function readSettings(db: Db, projectId: string): Promise<StoredSettings> {
  const row = await findRow<Row>(
    db,
    sql`select level, provider, base_url as "baseUrl", model, api_key as "apiKey"
        from assistant_settings where id = ${projectId}`,
  );
  if (!row) return { level: 'full', model: null };
  const { level, provider, baseUrl, model, apiKey } = row;
  const isChosen = provider !== null && model !== null;
  return { level, model: isChosen ? { provider, baseUrl, model, apiKey } : null };
}

export function openKey(secrets: Secrets, projectId: string, sealed: string): string {
  return secrets.open(sealed, rowBinding('assistant_settings', projectId));
}
