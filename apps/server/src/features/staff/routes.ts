import { Failure } from '@causeway/contract/errors.ts';
import { flagNames, flags as flagDefaults } from '@causeway/contract/flags.ts';
import { type StaffFlag, staffRoutes } from '@causeway/contract/staff.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { listFlags, putFlag } from '#platform/flags/flags.ts';
import type { Mount } from '#platform/http/mount.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';
import type { Services } from '#platform/services.ts';
import { listFailedRuns, readHealth } from './health.ts';
import {
  findWholeAccount,
  listAccounts,
  listActs,
  listKeptMails,
  listProjectsOfAll,
  setSuspended,
} from './queries.ts';

const UNREADABLE =
  'This mail was sealed with a key that is gone, or was damaged: it can not be read.';

/** For people who run the installation. Whatever they look for, open or change is written down. */
export function mountStaff(mount: Mount, services: Services): void {
  const { db, events, secrets } = services;

  mount('staff', staffRoutes, {
    mails: async ({ db: on, query, record }) => {
      const [createdAt, id] = readCursor(query.cursor, ['instant', 'uuid']);
      const page = { search: query.search, after: { createdAt, id }, limit: query.limit + 1 };
      const rows = await listKeptMails(on, page);
      const mails = rows.map(({ body, ...mail }) => ({
        ...mail,
        text: openText(secrets, body, rowBinding('kept_mails', mail.id)),
      }));
      const details = query.search === '' ? {} : { search: query.search };
      await db.transaction((tx) => record({ action: 'staff.mails-read', details }, tx));
      return toPage(mails, query.limit, (mail) => [mail.createdAt, mail.id]);
    },

    users: async ({ db: on, query, record }) => {
      const [createdAt, id] = readCursor(query.cursor, ['instant', 'uuid']);
      const page = { search: query.search, after: { createdAt, id }, limit: query.limit + 1 };
      await db.transaction((tx) => record(lookedAt('accounts', query.search), tx));
      const rows = await listAccounts(on, page);
      return toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
    },

    user: async ({ db: on, params, record }) => {
      const account = await findWholeAccount(on, params.userId);
      if (!account) throw new Failure('E_USER_NOT_FOUND');
      await db.transaction((tx) =>
        record({ action: 'staff.account-opened', target: account.id }, tx),
      );
      return account;
    },

    suspend: async ({ db: tx, params: { userId }, body, record }) => {
      if (!(await setSuspended(tx, userId, true))) throw new Failure('E_USER_NOT_FOUND');
      await record({ action: 'staff.suspended', target: userId, details: body });
      await events.endStreams(tx, { userId });
      return null;
    },

    unsuspend: async ({ db: tx, params: { userId }, body, record }) => {
      if (!(await setSuspended(tx, userId, false))) throw new Failure('E_USER_NOT_FOUND');
      await record({ action: 'staff.unsuspended', target: userId, details: body });
      return null;
    },

    projects: async ({ db: on, query, record }) => {
      const [createdAt, id] = readCursor(query.cursor, ['instant', 'uuid']);
      const page = { search: query.search, after: { createdAt, id }, limit: query.limit + 1 };
      await db.transaction((tx) => record(lookedAt('projects', query.search), tx));
      const rows = await listProjectsOfAll(on, page);
      return toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
    },

    flags: ({ db: on }) => readFlags(on),

    setFlag: async ({ db: tx, actor, params, body, record }) => {
      await putFlag(tx, { name: params.flag, state: body.state, by: actor.user.id });
      await record({ action: 'staff.flag-changed', target: params.flag, details: body });
      return readFlags(tx);
    },

    health: ({ db: on }) => readHealth(services, on),

    failedRuns: ({ db: on }) => listFailedRuns(on),

    acts: async ({ db: on, query }) => {
      const [before = null] = readCursor(query.cursor, ['bigint']);
      const rows = await listActs(on, before, query.limit + 1);
      return toPage(rows, query.limit, (row) => [row.id]);
    },
  });
}

/** Every page of a list counts: who goes through all of it has seen more than who searched. */
function lookedAt(among: 'accounts' | 'projects', search: string) {
  if (search === '') return { action: 'staff.listed', details: { among } } as const;
  return { action: 'staff.searched', details: { among, search } } as const;
}

async function readFlags(on: Db | Tx): Promise<StaffFlag[]> {
  const chosen = new Map((await listFlags(on)).map((row) => [row.name, row]));
  return flagNames.map((name) => {
    const row = chosen.get(name);
    return {
      name,
      state: row?.state ?? flagDefaults[name],
      isDefault: row === undefined,
      changedAt: row?.changedAt ?? null,
      changedBy: row?.changedBy ?? null,
    };
  });
}

/** One that can't be read any more must not hide all others. */
function openText(secrets: Secrets, sealed: string, boundTo: string): string {
  try {
    return secrets.open(sealed, boundTo);
  } catch (error) {
    if (error instanceof SecretUnreadable) return UNREADABLE;
    throw error;
  }
}
