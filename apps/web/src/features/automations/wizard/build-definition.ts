import { definition as definitionForm } from '@causeway/contract/automations/definition.ts';

export type Wish = {
  when: 'schedule' | 'interval' | 'webhook' | 'manual';
  /** Of a schedule. */
  cron: string;
  zone: string;
  /** Of an interval. */
  minutes: number;
  connectorId: string;
  sql: string;
  /** Tells only where the query found something. */
  onlyWithRows: boolean;
  tellBy: 'mail' | 'notify' | 'respond';
  to: string;
  subject: string;
  text: string;
};

/** "When …, then …, tell me by …" as a workflow like any other. */
export function buildDefinition(wish: Wish) {
  const at = (row: number) => ({ x: 0, y: row * 120 });
  const trigger = {
    schedule: { cron: wish.cron, zone: wish.zone },
    interval: { seconds: wish.minutes * 60 },
    webhook: {},
    manual: {},
  }[wish.when];
  const telling = {
    mail: { to: wish.to, subject: wish.subject, text: wish.text },
    notify: { text: wish.text },
    respond: { body: '{{ steps.find.output.rows }}' },
  }[wish.tellBy];
  const condition = { left: '{{ steps.find.output.rowCount }}', operator: 'more', right: 0 };
  const guard = { kind: 'if', id: 'found_any', position: at(2), conditions: [condition] };
  return definitionForm.parse({
    triggers: [{ kind: wish.when, id: 'start', position: at(0), ...trigger }],
    nodes: [
      {
        kind: 'query',
        id: 'find',
        position: at(1),
        connectorId: wish.connectorId,
        sql: wish.sql,
      },
      ...(wish.onlyWithRows ? [guard] : []),
      { kind: wish.tellBy, id: 'tell', position: at(wish.onlyWithRows ? 3 : 2), ...telling },
    ],
    edges: [
      { from: 'start', port: 'out', to: 'find' },
      ...(wish.onlyWithRows
        ? [
            { from: 'find', port: 'out', to: 'found_any' },
            { from: 'found_any', port: 'true', to: 'tell' },
          ]
        : [{ from: 'find', port: 'out', to: 'tell' }]),
    ],
  });
}
