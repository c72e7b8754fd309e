import { checkDefinition } from '@causeway/contract/automations/check.ts';
import { expect, test } from 'vitest';
import { buildDefinition, type Wish } from './build-definition.ts';

const wish: Wish = {
  when: 'schedule',
  cron: '0 9 * * 1-5',
  zone: 'Europe/Berlin',
  minutes: 60,
  connectorId: '019a8f00-0000-7000-8000-000000000001',
  sql: 'select 1',
  onlyWithRows: true,
  tellBy: 'mail',
  to: 'mary@causeway.test',
  subject: 'News',
  text: '{{ steps.find.output.rowCount }} rows',
};

test.each(['schedule', 'interval', 'webhook', 'manual'] as const)(
  'AUTO-5 the wizard makes a workflow started by %s that could run as it is',
  (when) => {
    for (const tellBy of ['mail', 'notify', 'respond'] as const) {
      for (const onlyWithRows of [true, false]) {
        const made = buildDefinition({ ...wish, when, tellBy, onlyWithRows });
        expect(checkDefinition(made)).toEqual([]);
      }
    }
  },
);
