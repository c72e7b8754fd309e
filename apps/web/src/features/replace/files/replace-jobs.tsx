import { can } from '@causeway/contract/access.ts';
import type { StorageJob } from '@causeway/contract/storage/jobs.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '#platform/api/query-client.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { LogFrame } from '../log-frame.tsx';
import { isRunning, replaceJobsQuery } from './files-query.ts';
import { ReplaceJob } from './replace-job.tsx';

/** What was replaced in this bucket before, and is being replaced now, each with its way back. */
export function ReplaceJobs({ connectorId }: { connectorId: string }) {
  const { project } = useCurrentProject();
  const jobs = useQuery(replaceJobsQuery(connectorId)).data ?? [];
  const mayWrite = project !== undefined && can(project.role, 'storage.write');
  useLookAgain(connectorId, jobs);
  const own = jobs.filter(({ undoes }) => undoes === null);
  if (own.length === 0) return null;
  return (
    <LogFrame
      lines={own.map((job) => (
        <ReplaceJob
          key={job.id}
          connectorId={connectorId}
          job={job}
          undone={jobs.find(({ undoes }) => undoes === job.id)}
          mayWrite={mayWrite}
        />
      ))}
    />
  );
}

/** Files are others once a job has ended: what was found in them before is found anew. */
function useLookAgain(connectorId: string, jobs: StorageJob[]): void {
  const running = jobs.filter(isRunning).length;
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) {
      void queryClient.resetQueries({ queryKey: ['replace', connectorId, 'files'] });
    }
    before.current = running;
  }, [running, connectorId]);
}
