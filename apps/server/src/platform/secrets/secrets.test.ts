import { afterAll, describe, expect, test } from 'vitest';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { openTestDatabase } from '#testing/test-database.ts';
import { rotateSecrets, rowBinding } from './rotate.ts';
import { createSecrets, SecretUnreadable } from './secrets.ts';

const oldKey = 'the key of last year, long enough';
const newKey = 'the key of this year, long enough';

describe('a sealed value', () => {
  test('CONN-5 opens with its key in its own row, and shows nothing of what it holds', () => {
    const secrets = createSecrets([oldKey]);
    const sealed = secrets.seal('hunter2', 'connectors:1');
    expect(sealed).not.toContain('hunter2');
    expect(secrets.open(sealed, 'connectors:1')).toBe('hunter2');
    expect(secrets.seal('hunter2', 'connectors:1')).not.toBe(sealed);
  });

  test('copied to another row it does not open', () => {
    const secrets = createSecrets([oldKey]);
    const sealed = secrets.seal('hunter2', 'connectors:1');
    expect(() => secrets.open(sealed, 'connectors:2')).toThrow(SecretUnreadable);
  });

  test('changed by one character it does not open', () => {
    const secrets = createSecrets([oldKey]);
    const sealed = secrets.seal('hunter2', 'here');
    const last = sealed.at(-2) === 'A' ? 'B' : 'A';
    const forged = `${sealed.slice(0, -2)}${last}${sealed.at(-1)}`;
    expect(() => secrets.open(forged, 'here')).toThrow(SecretUnreadable);
  });

  test('cut short it does not open', () => {
    const secrets = createSecrets([oldKey]);
    const sealed = secrets.seal('hunter2', 'here');
    for (const length of [9, 12, 20, 40]) {
      expect(() => secrets.open(sealed.slice(0, length), 'here')).toThrow(SecretUnreadable);
    }
  });

  test('a key that is not configured is named, not guessed', () => {
    const sealed = createSecrets([oldKey]).seal('hunter2', 'here');
    expect(() => createSecrets([newKey]).open(sealed, 'here')).toThrow(SecretUnreadable);
  });
});

describe('replacing the key', async () => {
  const { db, stop } = await openTestDatabase();
  afterAll(stop);

  test('seals every row anew, in batches, and then the old key can go', async () => {
    const old = createSecrets([oldKey]);
    for (let count = 0; count < 230; count += 1) {
      const id = crypto.randomUUID();
      const body = old.seal(`mail ${count}`, rowBinding('kept_mails', id));
      await changeRows(
        db,
        sql`insert into kept_mails (id, recipient, subject, body)
            values (${id}, 'a@example.test', 'Hello', ${body})`,
      );
    }
    const columns = [{ table: 'kept_mails', column: 'body' }];
    expect(await rotateSecrets(db, createSecrets([newKey, oldKey]), columns)).toBe(230);
    expect(await rotateSecrets(db, createSecrets([newKey, oldKey]), columns)).toBe(0);
    const current = createSecrets([newKey]);
    const rows = await listRows<{ id: string; body: string }>(
      db,
      sql`select id, body from kept_mails`,
    );
    const opened = rows.map((row) => current.open(row.body, rowBinding('kept_mails', row.id)));
    expect(new Set(opened).size).toBe(230);
  });

  test('goes on past a value that no key opens', async () => {
    await changeRows(db, sql`delete from kept_mails`);
    const old = createSecrets([oldKey]);
    for (let count = 0; count < 120; count += 1) {
      const id = crypto.randomUUID();
      const body = count % 2 === 0 ? 'damaged' : old.seal('mail', rowBinding('kept_mails', id));
      await changeRows(
        db,
        sql`insert into kept_mails (id, recipient, subject, body)
            values (${id}, 'a@example.test', 'Hello', ${body})`,
      );
    }
    const columns = [{ table: 'kept_mails', column: 'body' }];
    expect(await rotateSecrets(db, createSecrets([newKey, oldKey]), columns)).toBe(60);
  });
});
