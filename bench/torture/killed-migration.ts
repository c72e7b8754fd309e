import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openStage } from '../stage.ts';

export const name = 'migration killed midway on 50,000 old rows, 12 times, then finished';

const old = `create table old_things (id int primary key, label text not null);
insert into old_things select n, 'thing ' || n from generate_series(1, 50000) n;`;
const change = `alter table old_things add column size int;
update old_things set size = length(label) where id <= 25000;
select pg_sleep(0.6);
update old_things set size = length(label) where id > 25000;
alter table old_things alter column size set not null;`;

export async function run() {
  const stage = await openStage();
  const folder = await mkdtemp(join(tmpdir(), 'causeway-migrations-'));
  try {
    await writeFile(join(folder, '001_old.sql'), old);
    await migrate(stage.databaseUrl, folder).ended;
    await writeFile(join(folder, '002_change.sql'), change);
    await writeFile(join(folder, '003_more.sql'), 'create table more_things (id int);');
    let half = 0;
    for (let time = 0; time < 12; time += 1) {
      const migration = migrate(stage.databaseUrl, folder);
      await sleep(150 + Math.random() * 700);
      migration.kill();
      await migration.ended;
      const [seen] = await stage.query<{ columns: number; applied: number }>(
        `select (select count(*)::int from information_schema.columns where table_name = 'old_things' and column_name = 'size') as columns,
           (select count(*)::int from causeway.migrations where name = '002_change.sql') as applied`,
      );
      if (seen?.columns !== seen?.applied) half += 1;
    }
    const codes = await Promise.all([1, 2].map(() => migrate(stage.databaseUrl, folder).ended));
    const [rows] = await stage.query<{ whole: number }>(
      'select count(*)::int as whole from causeway.old_things where size = length(label)',
    );
    const [applied] = await stage.query<{ count: number }>(
      'select count(*)::int as count from causeway.migrations',
    );
    const lost = 50_000 - (rows?.whole ?? 0);
    return {
      figure: `${lost} rows lost or half changed, ${half} half migrations seen, ${applied?.count} of 3 applied in the end`,
      passed: lost === 0 && half === 0 && applied?.count === 3 && codes.every((code) => code === 0),
    };
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function migrate(databaseUrl: string, folder: string) {
  const module = new URL('../../apps/server/src/platform/db/migrate.ts', import.meta.url).href;
  const script = `const { migrate } = await import(${JSON.stringify(module)});
    await migrate(${JSON.stringify(databaseUrl)}, new URL(${JSON.stringify(`${pathToFileURL(folder).href}/`)}));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    kill: () => child.kill('SIGKILL'),
    ended: new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code))),
  };
}
