import { KEY_DAYS, MOST_PER_MINUTE } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { KeyDraft, KeyProblem } from './key-draft.ts';
import classes from './key-fields.module.css';
import { ScopeFields } from './scope-fields.tsx';

const DAY_MS = 86_400_000;

type KeyFieldsProps = {
  project: Project;
  draft: KeyDraft;
  problem: KeyProblem | undefined;
  onChange: (draft: KeyDraft) => void;
};

/** What a key is called, may do, and from where; with `EndField` the form of a new one. */
export function KeyFields({ project, draft, problem, onChange }: KeyFieldsProps) {
  const { t } = useTranslation('api-keys');
  const change = (part: Partial<KeyDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <TextInput
        label={t('form.name')}
        placeholder={t('form.nameExample')}
        maxLength={80}
        data-autofocus
        value={draft.name}
        error={problem === 'name' ? t('form.nameRule') : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ScopeFields
        project={project}
        value={draft.scopes}
        onChange={(scopes) => change({ scopes })}
      />
      {problem === 'scopes' && (
        <p role="alert" className={classes.problem}>
          {t('form.scopesRule')}
        </p>
      )}
      <NumberInput
        label={t('form.perMinute')}
        description={t('form.perMinuteLine')}
        min={1}
        max={MOST_PER_MINUTE}
        allowDecimal={false}
        className={classes.short}
        value={draft.perMinute}
        error={
          problem === 'perMinute' ? t('form.perMinuteRule', { most: MOST_PER_MINUTE }) : undefined
        }
        onChange={(perMinute) => change({ perMinute })}
      />
      <Textarea
        label={t('form.addresses')}
        description={t('form.addressesLine')}
        placeholder={'203.0.113.7\n2001:db8::/32'}
        autosize
        minRows={2}
        maxRows={6}
        value={draft.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
    </>
  );
}

type EndFieldProps = {
  project: Project;
  days: number | null;
  onChange: (days: number | null) => void;
};

export function EndField({ project, days, onChange }: EndFieldProps) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  const [now] = useState(() => Date.now());
  const end = days === null ? undefined : new Date(now + days * DAY_MS);
  return (
    <NativeSelect
      label={t('form.end')}
      description={end ? t('form.endLine', { date: formats.date(end) }) : t('form.neverLine')}
      className={classes.short}
      value={days ?? 'never'}
      data={[
        ...KEY_DAYS.map((count) => ({ value: String(count), label: t('form.days', { count }) })),
        ...(project.role === 'owner' ? [{ value: 'never', label: t('form.never') }] : []),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === 'never' ? null : Number(value))
      }
    />
  );
}
