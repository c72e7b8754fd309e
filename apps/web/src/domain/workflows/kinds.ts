import type { NodeKind, TriggerKind } from '@causeway/contract/automations/definition.ts';
import type { IconName } from '#ui/icon.tsx';

export type PartKind = NodeKind | TriggerKind;

/** How each kind of trigger and step is recognised. */
export const kindIcons: Record<PartKind, IconName> = {
  manual: 'play',
  schedule: 'clock',
  interval: 'refresh',
  webhook: 'link',
  rows: 'row',
  objects: 'box',
  workflow: 'tree',
  alert: 'warning',
  query: 'database',
  execute: 'bolt',
  upsert: 'table',
  object: 'folder',
  operation: 'tools',
  set: 'edit',
  filter: 'filter',
  sort: 'sort',
  aggregate: 'chart',
  join: 'columns',
  dedupe: 'files',
  parse: 'json',
  format: 'fileText',
  code: 'code',
  if: 'share',
  switch: 'list',
  forEach: 'layers',
  wait: 'pause',
  stop: 'stop',
  respond: 'arrowLeft',
  approval: 'users',
  note: 'message',
  http: 'globe',
  ai: 'sparkles',
  mail: 'mail',
  notify: 'bell',
};

export const triggerKinds = [
  'manual',
  'schedule',
  'interval',
  'webhook',
  'rows',
  'objects',
  'workflow',
  'alert',
] as const satisfies readonly TriggerKind[];

/** The steps one can add, in groups as they are looked for. */
export const nodeGroups = {
  data: ['query', 'execute', 'upsert', 'object', 'operation'],
  people: ['mail', 'notify', 'approval'],
  outside: ['http', 'ai', 'respond'],
  shape: ['set', 'filter', 'sort', 'aggregate', 'join', 'dedupe', 'parse', 'format', 'code'],
  flow: ['if', 'switch', 'forEach', 'wait', 'workflow', 'stop', 'note'],
} as const satisfies Record<string, readonly NodeKind[]>;
