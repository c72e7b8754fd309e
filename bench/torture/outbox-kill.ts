import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { happened } from '../../apps/server/src/platform/outbox/happened.ts';
import { waitFor } from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';

export const name = 'two servers killed in turn while they hand on what happened, 20 times';
const KILLS = 20;
const SUBJECTS = 7;

/** Each run that ended puts one entry into the inbox; one handed on twice would count two times. */
export async function run() {
  const stage = await openStage();
  const settings = { SAMPLE_DATA: 'off' };
  let servers = [await stage.launch(settings), await stage.launch(settings)];
  const db = openDatabase(stage.databaseUrl, pino({ level: 'silent' }));
  try {
    const [ids] = await stage.query<{ person: string; project: string }>(
      `with person as (
         insert into causeway.users (email, name, password_hash, verified_at)
         values ('torture@example.test', 'Torture', '', now()) returning id
       ), project as (
         insert into causeway.projects (name) values ('Torture') returning id
       )
       insert into causeway.project_members (project_id, user_id, role)
       select project.id, person.id, 'owner' from person, project
       returning user_id as person, project_id as project`,
    );
    const committed: string[] = [];
    let isOver = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) await tellOne(db, ids!, committed);
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(100 + Math.random() * 400);
      const [first, second] = servers;
      first!.kill('SIGKILL');
      await first!.ended;
      servers = [second!, await stage.launch(settings)];
    }
    isOver = true;
    await Promise.all(writers);
    const told = () =>
      stage.query<{ title: string; times: number }>(
        `select params->>'title' as title, times from causeway.inbox`,
      );
    await waitFor('the last one', async () => (await told()).length >= committed.length);
    const entries = await told();
    const heard = new Set(entries.map(({ title }) => title));
    const lost = committed.filter((title) => !heard.has(title)).length;
    const repeated = entries.filter(({ times }) => times !== 1).length;
    const invented = entries.length - new Set(committed).size;
    const [turned] = await stage.query<{ count: number }>(
      `select count(*)::int from (
         select position < lag(position) over (partition by subject order by id) as is_turned
         from causeway.outbox) one where is_turned`,
    );
    const wrong = lost + repeated + invented + (turned?.count ?? 1);
    return {
      figure: `${lost} of ${committed.length} lost, ${repeated} twice, ${invented} that never happened, ${turned?.count} out of order`,
      passed: wrong === 0 && committed.length > KILLS,
    };
  } finally {
    await db.close();
    await stage.close();
  }
}

type Ids = { person: string; project: string };

/** One in ten is rolled back, one in ten is slow to commit. */
async function tellOne(
  db: ReturnType<typeof openDatabase>,
  { person, project }: Ids,
  committed: string[],
): Promise<void> {
  const runId = crypto.randomUUID();
  const isUndone = Math.random() < 0.1;
  const isSlow = Math.random() < 0.1;
  const about = { runId, kind: 'export', subjectId: runId, connectorId: null, userId: person };
  const how = { outcome: 'done' as const, errorCode: null, seconds: 60, wasAttended: false };
  const told = db.transaction(async (tx) => {
    const data = { ...about, ...how, title: runId };
    const subject = `subject ${Math.floor(Math.random() * SUBJECTS)}`;
    await happened(tx, subject, { type: 'run.ended', projectId: project, data });
    if (isSlow) await sleep(200);
    if (isUndone) throw new Error('undone');
  });
  await told.then(
    () => committed.push(runId),
    (error: Error) => {
      if (!isUndone) throw error;
    },
  );
}
