import type { Definition } from '@causeway/contract/automations/definition.ts';
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { workflowsQuery } from '#domain/workflows/workflows-query.ts';
import { Icon } from '#ui/icon.tsx';
import { useEditor } from './editor-context.ts';
import { problemText } from './fields/use-field.ts';
import classes from './workflow-editor.module.css';

type Settings = Definition['settings'];
const budgets = [
  ['steps', 100_000],
  ['calls', 100_000],
  ['rows', 10_000_000],
  ['seconds', 2_592_000],
] as const;
const MOST_CREDITS = 1_000_000;

/** What holds for the workflow as a whole: what a run may use up, which follow one another, fixed values. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editor');
  const { projectId, workflowId, draft, problems, isReadOnly } = useEditor();
  const { settings } = draft.definition;
  const { data: workflows = [] } = useQuery(workflowsQuery(projectId));
  const set = (change: Partial<Settings>, kind?: string) =>
    draft.change({ ...draft.definition, settings: { ...settings, ...change } }, kind);
  const wrong = (field: string) => {
    const found = problems.find((one) => one.place === 'settings' && one.field === field);
    return found && problemText(t, found);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={620}
      title={t('bar.settings')}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <div className={classes.form}>
        <fieldset className={classes.group} disabled={isReadOnly}>
          <legend>{t('settings.budget')}</legend>
          <p className={classes.line}>{t('settings.budgetLine')}</p>
          <div className={classes.four}>
            {budgets.map(([name, most]) => (
              <NumberInput
                key={name}
                label={t(`settings.${name}`)}
                min={1}
                max={most}
                clampBehavior="blur"
                allowDecimal={false}
                thousandSeparator=" "
                value={settings.budget[name]}
                onChange={(value) => {
                  const isFit = typeof value === 'number' && value >= 1 && value <= most;
                  if (isFit) set({ budget: { ...settings.budget, [name]: value } }, `set ${name}`);
                }}
              />
            ))}
          </div>
          <NumberInput
            label={t('settings.credits')}
            description={t('settings.creditsLine')}
            placeholder={t('settings.unlimited')}
            min={1}
            max={MOST_CREDITS}
            clampBehavior="blur"
            allowDecimal={false}
            thousandSeparator=" "
            value={settings.budget.credits ?? ''}
            onChange={(value) => {
              const credits = value === '' ? undefined : Number(value);
              const isFit = credits === undefined || (credits >= 1 && credits <= MOST_CREDITS);
              if (isFit) set({ budget: { ...settings.budget, credits } }, 'set credits');
            }}
          />
        </fieldset>
        <TextInput
          label={t('settings.key')}
          description={t('settings.keyLine')}
          placeholder="{{ trigger.body.customerId }}"
          error={wrong('concurrencyKey')}
          readOnly={isReadOnly}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          value={settings.concurrencyKey ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({ concurrencyKey: value.trim() === '' ? null : value }, 'set key')
          }
        />
        <NativeSelect
          label={t('settings.onFailure')}
          description={t('settings.onFailureLine')}
          error={wrong('errorWorkflowId')}
          disabled={isReadOnly}
          value={settings.errorWorkflowId ?? ''}
          data={[
            { value: '', label: t('settings.nothing') },
            ...workflows
              .filter(({ id }) => id !== workflowId)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ errorWorkflowId: value || null })}
        />
        <Vars vars={settings.vars} isReadOnly={isReadOnly} onVars={(vars) => set({ vars })} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('settings.done')}</Button>
        </Group>
      </div>
    </Modal>
  );
}

type VarsProps = {
  vars: Settings['vars'];
  isReadOnly: boolean;
  onVars: (vars: Settings['vars']) => void;
};

function Vars({ vars, isReadOnly, onVars }: VarsProps) {
  const { t } = useTranslation('editor');
  const rows = Object.entries(vars);
  const replace = (place: number, row: [string, string]) =>
    onVars(Object.fromEntries(rows.with(place, row)));
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>{t('settings.vars')}</legend>
      <p className={classes.line}>{t('settings.varsLine')}</p>
      {rows.map(([name, value], place) => (
        // A name is being typed: its place is what stays.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={classes.var}>
          <TextInput
            aria-label={t('settings.varName')}
            value={name}
            maxLength={60}
            onChange={({ currentTarget }) => replace(place, [currentTarget.value, value])}
          />
          <TextInput
            aria-label={t('settings.varValue')}
            value={value}
            maxLength={4_000}
            onChange={({ currentTarget }) => replace(place, [name, currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('rows.remove', { label: t('settings.vars'), place: place + 1 })}
            onClick={() => onVars(Object.fromEntries(rows.toSpliced(place, 1)))}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => onVars({ ...vars, [`name${rows.length + 1}`]: '' })}
      >
        {t('rows.add')}
      </Button>
    </fieldset>
  );
}
