import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { beginConversation } from './conversation.ts';

test('an example that can not be asked for, as while the product is stopped, takes nothing down with it', async () => {
  const logger = pino({ level: 'silent' });
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nowhere', logger);
  const workspace = { projectId: crypto.randomUUID(), databaseId: crypto.randomUUID() };
  await expect(beginConversation(Fastify(), { db, logger }, workspace)).resolves.toBeUndefined();
  await db.close();
});
