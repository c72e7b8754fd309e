import type { DatabaseSync } from 'node:sqlite';

// One list of steps, append-only: a catalog of any age is brought to the newest shape when it is
// opened. 'user_version' counts the steps a catalog has had.

const STEPS = [
  `CREATE TABLE IF NOT EXISTS buckets (
    name TEXT PRIMARY KEY,
    created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL REFERENCES buckets,
    key BLOB NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    modified INTEGER NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY,
    bucket TEXT NOT NULL REFERENCES buckets,
    key BLOB NOT NULL,
    created INTEGER NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS uploads_by_key ON uploads (bucket, key, id);
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT NOT NULL REFERENCES uploads,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    modified INTEGER NOT NULL,
    checksum TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;`,

  // Newest first within a key, as they are listed. See versions.ts for what is in which table.
  `ALTER TABLE buckets ADD COLUMN versioning TEXT;
  ALTER TABLE objects ADD COLUMN version TEXT NOT NULL DEFAULT 'null';
  ALTER TABLE objects ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE versions (
    bucket TEXT NOT NULL REFERENCES buckets,
    key BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    version TEXT NOT NULL,
    deletes INTEGER NOT NULL,
    aging_since INTEGER NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    modified INTEGER NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (bucket, key, sequence DESC)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX versions_by_age ON versions (aging_since, sequence);`,

  // An upload that was completed is remembered for a while: its client may not have heard of it.
  `ALTER TABLE buckets ADD COLUMN cors TEXT;
  ALTER TABLE buckets ADD COLUMN tags TEXT;
  ALTER TABLE objects ADD COLUMN parts TEXT;
  ALTER TABLE objects ADD COLUMN tags TEXT;
  ALTER TABLE versions ADD COLUMN parts TEXT;
  ALTER TABLE versions ADD COLUMN tags TEXT;
  ALTER TABLE uploads ADD COLUMN tags TEXT;
  CREATE TABLE completions (
    upload TEXT PRIMARY KEY,
    bucket TEXT NOT NULL,
    key BLOB NOT NULL,
    etag TEXT NOT NULL,
    version TEXT,
    checksum TEXT,
    completed INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX completions_by_age ON completions (completed);`,
];

/** Always writes, so that the log exists and this process holds the lock from then on. */
export function bringUpToDate(db: DatabaseSync): void {
  const row = db.prepare('PRAGMA user_version').get();
  const had = Number(row?.['user_version'] ?? 0);
  if (had > STEPS.length) throw new Error('The objects were kept by a newer version of Causeway.');
  db.exec('BEGIN IMMEDIATE');
  for (const step of STEPS.slice(had)) db.exec(step);
  db.exec(`PRAGMA user_version = ${STEPS.length}; COMMIT`);
}
