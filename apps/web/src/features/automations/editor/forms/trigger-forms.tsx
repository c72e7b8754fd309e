import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { cronOfPlan, type CronPlan, planOfCron } from '#domain/workflows/cron-words.ts';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { useEditor } from '../editor-context.ts';
import {
  AlertField,
  ConnectorField,
  CredentialField,
  DashboardField,
  TableField,
  WorkflowField,
} from '../fields/pickers.tsx';
import { ChoiceField, NumberField, SwitchField, TextField } from '../fields/plain-fields.tsx';
import { AskedFields } from '../fields/row-fields.tsx';
import { useField } from '../fields/use-field.ts';
import classes from './forms.module.css';
import { HookAddress } from './hook-address.tsx';
import { HookSignature } from './hook-signature.tsx';
import { OwnFiles } from './own-files.tsx';
import { OutboxInstall, WatchState } from './row-watch.tsx';
import { RenewHook } from './renew-hook.tsx';

export function ManualForm() {
  return <AskedFields />;
}

const planKinds = ['minutes', 'hourly', 'daily', 'weekdays', 'weekly', 'monthly'] as const;

/** Said in words where it can be; the expression below is what counts, and shows when it fires. */
export function ScheduleForm() {
  const { t } = useTranslation('editor');
  const cron = useField<string>('cron');
  const plan = planShown(cron.value);
  const written = useRef<HTMLInputElement>(null);
  return (
    <>
      <NativeSelect
        label={t('schedule.how')}
        disabled={cron.isReadOnly}
        value={plan?.kind ?? 'cron'}
        data={[...planKinds, 'cron'].map((value) => ({ value, label: t(`schedule.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const next = firstPlan(value, plan);
          if (next) cron.change(cronOfPlan(next));
          else written.current?.select();
        }}
      />
      {plan && (
        <PlanFields
          plan={plan}
          isReadOnly={cron.isReadOnly}
          onPlan={(next) => cron.change(cronOfPlan(next))}
        />
      )}
      <TextField ref={written} name="cron" isCode hint={t('hint.cron')} />
      <ZoneField />
      <NextSlots />
      <ChoiceField name="missed" options={['once', 'skip']} />
    </>
  );
}

/** Several days of a week are said in words elsewhere; here they are only written. */
function planShown(cron: string): CronPlan | undefined {
  const plan = planOfCron(cron);
  return plan?.kind === 'weekly' && plan.days.length > 1 ? undefined : plan;
}

function firstPlan(kind: string, before: CronPlan | undefined): CronPlan | undefined {
  const time = before && 'time' in before ? before.time : '09:00';
  switch (kind) {
    case 'minutes':
      return { kind, every: 15 };
    case 'hourly':
      return { kind, minute: 0 };
    case 'daily':
    case 'weekdays':
      return { kind, time };
    case 'weekly':
      return { kind, days: [1], time };
    case 'monthly':
      return { kind, day: 1, time };
    default:
      return undefined;
  }
}

type PlanFieldsProps = {
  plan: CronPlan;
  isReadOnly: boolean;
  onPlan: (plan: CronPlan) => void;
};

function PlanFields({ plan, isReadOnly, onPlan }: PlanFieldsProps) {
  const { t, i18n } = useTranslation('editor');
  const dayName = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      {plan.kind === 'minutes' && (
        <WholeNumberInput
          label={t('schedule.everyMinutes')}
          readOnly={isReadOnly}
          min={1}
          max={59}
          value={plan.every}
          onChange={(every) => onPlan({ ...plan, every })}
        />
      )}
      {plan.kind === 'hourly' && (
        <WholeNumberInput
          label={t('schedule.atMinute')}
          readOnly={isReadOnly}
          min={0}
          max={59}
          value={plan.minute}
          onChange={(minute) => onPlan({ ...plan, minute })}
        />
      )}
      {plan.kind === 'weekly' && (
        <NativeSelect
          label={t('schedule.day')}
          disabled={isReadOnly}
          value={String(plan.days[0] ?? 1)}
          data={[1, 2, 3, 4, 5, 6, 0].map((day) => ({
            value: String(day),
            label: dayName.format(Date.UTC(2023, 0, 1 + day)),
          }))}
          onChange={({ currentTarget: { value } }) => onPlan({ ...plan, days: [Number(value)] })}
        />
      )}
      {plan.kind === 'monthly' && (
        <WholeNumberInput
          label={t('schedule.dayOfMonth')}
          readOnly={isReadOnly}
          min={1}
          max={31}
          value={plan.day}
          onChange={(day) => onPlan({ ...plan, day })}
        />
      )}
      {'time' in plan && (
        <TextInput
          type="time"
          label={t('schedule.time')}
          readOnly={isReadOnly}
          value={plan.time}
          onChange={({ currentTarget: { value } }) => value && onPlan({ ...plan, time: value })}
        />
      )}
    </>
  );
}

function ZoneField() {
  const { value, label, error, isReadOnly, change } = useField<string>('zone');
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <NativeSelect
      label={label}
      error={error}
      disabled={isReadOnly}
      value={value}
      data={[...new Set(['UTC', value, ...zones])]}
      onChange={({ currentTarget: { value: next } }) => change(next)}
    />
  );
}

/** The next five times, so that nobody has to trust an expression. */
function NextSlots() {
  const { t } = useTranslation('editor');
  const { projectId } = useEditor();
  const { moment } = useFormats();
  const cron = useField<string>('cron').value;
  const zone = useField<string>('zone').value;
  const [asked] = useDebouncedValue(`${cron}\n${zone}`, 400);
  const slots = useQuery({
    queryKey: ['workflow-slots', projectId, asked],
    queryFn: ({ signal }) => {
      const [expression = '', place = ''] = asked.split('\n');
      const body = { cron: expression, zone: place };
      return api.call(workflowRoutes.nextSlots, { params: { projectId }, body }, { signal });
    },
    enabled: cron !== '',
    retry: false,
  });
  // What is wrong with the expression stands under it.
  if (isErrorBody(slots.error) && slots.error.code === 'E_CRON_INVALID') return null;
  if (slots.error) return <p className={classes.wrong}>{errorText(slots.error)}</p>;
  return (
    <div>
      <div className={classes.label}>{t('schedule.next')}</div>
      <ol className={classes.slots}>
        {(slots.data?.slots ?? []).map((slot) => (
          <li key={slot}>{moment(slot)}</li>
        ))}
      </ol>
    </div>
  );
}

export function IntervalForm() {
  return <NumberField name="seconds" min={1} max={2_592_000} />;
}

export function WebhookForm() {
  const { t } = useTranslation('editor');
  const { hookUrl } = useEditor();
  const auth = useField<{ kind: string }>('auth');
  return (
    <>
      <HookAddress url={hookUrl} />
      <RenewHook />
      <OneOrMore name="methods" options={['POST', 'GET']} />
      <ChoiceField name="answer" options={['result', 'accepted']} />
      <NativeSelect
        label={t('field.authKind')}
        disabled={auth.isReadOnly}
        value={auth.value.kind}
        data={['none', 'signature', 'header'].map((value) => ({
          value,
          label: t(`choice.auth.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          auth.change(value === 'none' ? { kind: 'none' } : withCredential(value))
        }
      />
      {auth.value.kind === 'signature' && <HookSignature url={hookUrl ?? '…'} />}
      {auth.value.kind !== 'none' && (
        <CredentialField
          name="auth.credentialId"
          kinds={auth.value.kind === 'signature' ? ['secret'] : ['header']}
        />
      )}
    </>
  );
}

function withCredential(kind: string): { kind: string; credentialId: null } {
  return { kind, credentialId: null };
}

/** Some of a few, at least one. */
function OneOrMore({ name, options }: { name: string; options: readonly string[] }) {
  const { t } = useTranslation('editor');
  const { value, label, isReadOnly, change } = useField<string[]>(name);
  return (
    <Checkbox.Group
      label={label}
      value={value}
      onChange={(next) => next.length > 0 && change(next)}
    >
      <div className={classes.checks}>
        {options.map((option) => (
          <Checkbox
            key={option}
            value={option}
            disabled={isReadOnly}
            label={t(`choice.${name}.${option}`)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export function RowsForm() {
  const { t } = useTranslation('editor');
  const by = useField<{ kind: string }>('by');
  return (
    <>
      <ConnectorField kind="sql" />
      <TableField />
      <OneOrMore name="on" options={['insert', 'update']} />
      <NativeSelect
        label={t('field.byKind')}
        disabled={by.isReadOnly}
        value={by.value.kind}
        data={['outbox', 'polling'].map((value) => ({ value, label: t(`choice.by.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          by.change(value === 'outbox' ? { kind: 'outbox' } : polling())
        }
      />
      {by.value.kind === 'polling' && (
        <>
          <TextField name="by.column" isCode />
          <NumberField name="by.lagSeconds" min={0} max={3_600} />
        </>
      )}
      <NumberField name="everySeconds" min={1} max={86_400} />
      <NumberField name="batch" min={1} max={1_000} />
      {by.value.kind === 'outbox' && <OutboxInstall />}
      <WatchState />
    </>
  );
}

function polling(): { kind: string; column: string; lagSeconds: number } {
  return { kind: 'polling', column: '', lagSeconds: 5 };
}

export function ObjectsForm() {
  return (
    <>
      <ConnectorField kind="s3" />
      <TextField name="prefix" isCode />
      <SwitchField name="below" />
      <TextField name="pattern" isCode />
      <OwnFiles />
      <NumberField name="everySeconds" min={5} max={86_400} />
      <WatchState />
    </>
  );
}

export function AlertForm() {
  return (
    <>
      <DashboardField />
      <AlertField />
      <OneOrMore name="on" options={['firing', 'ok']} />
    </>
  );
}

export function WorkflowEndedForm() {
  return (
    <>
      <WorkflowField />
      <OneOrMore name="on" options={['done', 'failed']} />
    </>
  );
}
