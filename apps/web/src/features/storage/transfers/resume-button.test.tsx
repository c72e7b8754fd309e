import type { StorageJob } from '@causeway/contract/storage/jobs.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { eventually } from '#testing/eventually.ts';
import { ResumeButton } from './resume-button.tsx';

afterEach(() => vi.unstubAllGlobals());

const bucket = { projectId: 'p', connectorId: 'c', name: 'media', canWrite: true };

function drawFailed(code: string) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ ...job, state: 'done' });
  });
  const failures = [{ path: 'a.txt', code, message: 'There is an object already.' }];
  const job = { id: 'j', paths: ['a.txt'], state: 'failed', failures } as unknown as StorageJob;
  drawUi(<ResumeButton bucket={bucket} job={job} />);
  return sent;
}

test.each(['keep-both', 'replace', 'skip'])(
  'OBJ-4 a job that met a name that is taken goes on with: %s',
  async (onClash) => {
    const sent = drawFailed('E_OBJECT_EXISTS');
    fireEvent.click(screen.getByRole('button', { name: 'job.resumeAs' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: `clash.rules.${onClash}` }));
    await eventually(() => expect(sent).toEqual([{ connector: { id: 'c' }, onClash }]));
  },
);

test('OBJ-4 a job that failed for another reason goes on as it was', async () => {
  const sent = drawFailed('E_UPSTREAM_UNREACHABLE');
  fireEvent.click(screen.getByRole('button', { name: 'job.resume' }));
  await eventually(() => expect(sent).toEqual([{ connector: { id: 'c' } }]));
});
