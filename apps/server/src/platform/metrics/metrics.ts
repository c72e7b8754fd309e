import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
};

export function createMetrics(sources: {
  openStreams(): number;
  pool(): { total: number; waiting: number };
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
  return { registry, requestSeconds };
}
