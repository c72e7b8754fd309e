import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SharedFigures } from './shared-figures.ts';

export type Metrics = {
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
};

export function createMetrics(sources: {
  openStreams(): number;
  pool(): { total: number; waiting: number };
  shared(): Promise<SharedFigures>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'causeway_request_seconds',
    help: 'Time to answer a request, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const gauges = {
    causeway_event_streams: { help: 'Open event streams', read: sources.openStreams },
    causeway_db_connections: {
      help: 'Connections of the own pool',
      read: () => sources.pool().total,
    },
    causeway_db_waiting: { help: 'Requests waiting for one', read: () => sources.pool().waiting },
  };
  for (const [name, { help, read }] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) });
    registry.registerMetric(gauge);
  }
  addShared(registry, sources.shared);
  return { registry, requestSeconds };
}

const sharedGauges: Record<keyof SharedFigures, { name: string; help: string }> = {
  processes: { name: 'causeway_processes', help: 'Processes that beat, over all instances' },
  runsQueued: { name: 'causeway_runs_queued', help: 'Imports, exports and other runs that wait' },
  runsRunning: { name: 'causeway_runs_running', help: 'Runs that go on' },
  oldestRunSeconds: {
    name: 'causeway_runs_oldest_queued_seconds',
    help: 'How long the run that waits longest has waited',
  },
  outboxBehind: {
    name: 'causeway_outbox_behind',
    help: 'Happenings that the slowest follower has not heard of',
  },
  jobsWaiting: { name: 'causeway_jobs_waiting', help: 'Jobs that could begin, mails among them' },
  jobsFailed: { name: 'causeway_jobs_failed', help: 'Kept jobs that were given up' },
};

/**
 * Every instance tells the same, so that any of them may be asked. They are read once a scrape; while
 * the database is away they are left out, and the rest is told.
 */
function addShared(registry: Registry, read: () => Promise<SharedFigures>): void {
  const names = Object.keys(sharedGauges) as (keyof SharedFigures)[];
  let asked: Promise<SharedFigures | undefined> | undefined;
  const readOnce = () => {
    // Those of one scrape ask in the same turn.
    asked ??= read()
      // Whoever scrapes learns of it by their absence, and by /health/ready.
      .catch(() => undefined)
      .finally(() => (asked = undefined));
    return asked;
  };
  for (const name of names) {
    const gauge: Gauge = new Gauge({
      ...sharedGauges[name],
      registers: [registry],
      collect: async () => {
        const figures = await readOnce();
        if (figures) gauge.set(figures[name]);
        else gauge.remove();
      },
    });
  }
}
