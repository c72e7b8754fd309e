import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { ExpressionField } from './expression-field.tsx';
import {
  changePolicy,
  createPolicy,
  draftOfPolicy,
  hasCheck,
  hasUsing,
  isComplete,
  type Policy,
  policyCommands,
  type PolicyDraft,
} from './policy-sql.ts';
import { PolicyStarts } from './policy-starts.tsx';
import { useRoleNames } from './role-names.ts';
import classes from './changes.module.css';

const empty: PolicyDraft = {
  name: '',
  command: 'SELECT',
  isPermissive: true,
  roles: [],
  using: '',
  check: '',
};

type PolicyDialogProps = {
  source: Source;
  details: TableDetails;
  /** Undefined for a new one. */
  policy: Policy | undefined;
  onClose: () => void;
};

/** Adds a policy, or changes one. */
export function PolicyDialog({ source, details, policy, onClose }: PolicyDialogProps) {
  const { t } = useTranslation('structure');
  const [draft, setDraft] = useState(policy ? draftOfPolicy(policy) : empty);
  const [started, setStarted] = useState('');
  const set = (change: Partial<PolicyDraft>) => setDraft({ ...draft, ...change });
  const roleNames = useRoleNames(source, details.schema, draft.roles);
  const table = { schema: details.schema, table: details.name };
  const write = () => (policy ? changePolicy(table, policy, draft) : createPolicy(table, draft));
  return (
    <ChangeDialog
      source={source}
      title={policy ? t('policy.changeTitle', { name: policy.name }) : t('policy.add')}
      statements={isComplete(draft) ? write() : []}
      action={t(policy ? 'change.apply' : 'policy.add')}
      onClose={onClose}
    >
      {!policy && (
        <PolicyStarts
          source={source}
          details={details}
          // What somebody called it stays; what another start called it does not.
          onChoose={(start, name) => {
            const isOwn = draft.name !== '' && draft.name !== started;
            setStarted(name);
            setDraft({ ...start, name: isOwn ? draft.name : name });
          }}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          data-autofocus
          label={t('name')}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <NativeSelect
          label={t('command')}
          data={policyCommands.map((value) => ({ value, label: t(`policy.commands.${value}`) }))}
          value={draft.command}
          onChange={({ currentTarget: { value } }) =>
            set({ command: policyCommands.find((known) => known === value) ?? 'ALL' })
          }
        />
        <MultiSelect
          label={t('roles')}
          placeholder={draft.roles.length === 0 ? t('policy.everybody') : ''}
          searchable
          limit={100}
          data={roleNames}
          value={draft.roles}
          onChange={(roles) => set({ roles })}
        />
        <NativeSelect
          label={t('policy.effect')}
          data={[
            { value: 'allows', label: t('policy.allows') },
            { value: 'restricts', label: t('policy.restricts') },
          ]}
          value={draft.isPermissive ? 'allows' : 'restricts'}
          onChange={({ currentTarget: { value } }) => set({ isPermissive: value === 'allows' })}
        />
      </div>
      {hasUsing(draft) && (
        <ExpressionField
          label={t('using')}
          description={t('policy.usingLine')}
          value={draft.using}
          onChange={(using) => set({ using })}
        />
      )}
      {hasCheck(draft) && (
        <ExpressionField
          label={t('check')}
          description={t(hasUsing(draft) ? 'policy.checkLine' : 'policy.insertLine')}
          value={draft.check}
          onChange={(check) => set({ check })}
        />
      )}
    </ChangeDialog>
  );
}
