import { z } from 'zod';
import type { Job } from '#platform/jobs/jobs.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Person, PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Services } from '#platform/services.ts';
import { writeZip, type ZipEntry } from '@causeway/zip';
import { failExport, findExportee, finishExport, putPart } from './exports.ts';

const PART_BYTES = 1_048_576;

const README = `What Causeway stores about you, a file for each kind, as JSON.

Passwords, secrets of second factors, keys and connections are in none of them: they are stored as
hashes or sealed, and are of use to nobody but you. What you did together with others in a project
(rows, dashboards, workflows) belongs to the project and is exported there. Of conversations with the
assistant in projects you have left, you find what you asked.
`;

const exportId = z.object({ exportId: z.uuid() });

/** Collects in the background: whoever has been here for years has a lot. */
export function defineExports(
  services: Services,
  sources: readonly PersonalData[],
): Pick<Job<typeof exportId>, 'name' | 'data'> {
  const job: Job<typeof exportId> = {
    name: 'account.export',
    data: exportId,
    concurrency: 1,
    retries: 2,
    run: async (data, signal) => {
      const person = await findExportee(services.db, data.exportId);
      if (person) await make(services, sources, { id: data.exportId, person, signal });
    },
  };
  services.jobs.define(job);
  return job;
}

type Wanted = { id: string; person: Person; signal: AbortSignal };

async function make(
  { db, logger }: Services,
  sources: readonly PersonalData[],
  { id, person, signal }: Wanted,
): Promise<void> {
  try {
    let size = 0;
    let number = 0;
    for await (const content of inParts(writeZip(entriesOf(db, sources, person)))) {
      signal.throwIfAborted();
      await putPart(db, { exportId: id, number, content });
      number += 1;
      size += content.length;
    }
    await db.transaction(async (tx) => {
      if (!(await finishExport(tx, { id, parts: number, size }))) return;
      await tell(tx, {
        to: { people: [person.id] },
        kind: 'account.exported',
        params: {},
        link: '/account/data',
        about: person.id,
      });
    });
  } catch (error) {
    if (signal.aborted) throw error;
    logger.error({ err: error, exportId: id }, 'account export');
    await failExport(db, id);
  }
}

function* entriesOf(
  db: Services['db'],
  sources: readonly PersonalData[],
  person: Person,
): Generator<ZipEntry> {
  yield { name: 'README.txt', content: [README] };
  for (const { files = {} } of sources) {
    for (const [name, read] of Object.entries(files)) {
      yield { name: `${name}.json`, content: asJson(() => read(db, person)) };
    }
  }
}

async function* asJson(read: () => Promise<unknown[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for (const row of await read()) {
    yield `${separator}${JSON.stringify(row, null, 2)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held, size);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
