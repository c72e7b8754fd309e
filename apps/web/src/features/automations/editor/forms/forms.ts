import type { NodeKind, TriggerKind } from '@causeway/contract/automations/definition.ts';
import type { ComponentType } from 'react';
import * as nodes from './node-forms.tsx';
import * as triggers from './trigger-forms.tsx';

/** The settings of each kind of step, and of each trigger. */
export const nodeForms: Record<NodeKind, ComponentType> = {
  query: nodes.QueryForm,
  execute: nodes.ExecuteForm,
  upsert: nodes.UpsertForm,
  object: nodes.ObjectForm,
  operation: nodes.OperationForm,
  set: nodes.SetForm,
  filter: nodes.FilterForm,
  sort: nodes.SortForm,
  aggregate: nodes.AggregateForm,
  join: nodes.JoinForm,
  dedupe: nodes.DedupeForm,
  parse: nodes.ParseForm,
  format: nodes.FormatForm,
  code: nodes.CodeForm,
  if: nodes.IfForm,
  switch: nodes.SwitchForm,
  forEach: nodes.ForEachForm,
  wait: nodes.WaitForm,
  workflow: nodes.SubWorkflowForm,
  stop: nodes.StopForm,
  respond: nodes.RespondForm,
  approval: nodes.ApprovalForm,
  note: nodes.NoteForm,
  http: nodes.HttpForm,
  ai: nodes.AiForm,
  mail: nodes.MailForm,
  notify: nodes.NotifyForm,
};

export const triggerForms: Record<TriggerKind, ComponentType> = {
  manual: triggers.ManualForm,
  schedule: triggers.ScheduleForm,
  interval: triggers.IntervalForm,
  webhook: triggers.WebhookForm,
  rows: triggers.RowsForm,
  objects: triggers.ObjectsForm,
  workflow: triggers.WorkflowEndedForm,
  alert: triggers.AlertForm,
};
