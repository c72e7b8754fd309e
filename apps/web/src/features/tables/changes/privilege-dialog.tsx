import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameableQuery } from '../structure/structure-query.ts';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { changePrivileges, heldOf, privilegesOf } from './privilege-sql.ts';
import { useRoleNames } from './role-names.ts';
import classes from './changes.module.css';

type PrivilegeDialogProps = {
  source: Source;
  details: TableDetails;
  structure: TableStructure;
  /** Undefined where it is to be chosen. */
  known: string | undefined;
  onClose: () => void;
};

/** What a role may do with the table: granted and taken back by ticks. */
export function PrivilegeDialog(props: PrivilegeDialogProps) {
  const { source, details, structure, known, onClose } = props;
  const { t } = useTranslation('structure');
  const { schema } = details;
  const [role, setRole] = useState(known);
  const [ticked, setTicked] = useState<Record<string, boolean>>({});
  const [enters, setEnters] = useState(true);
  const { data } = useQuery(nameableQuery(source.connectorId, schema));
  const roles = useRoleNames(source, schema, []).filter((name) => name !== structure.owner);
  const held = structure.grants.filter((grant) => grant.role === role);
  const stateOf = (privilege: string) => heldOf(privilege, held);
  const listed = privilegesOf(details.kind, held);
  const grants = listed.filter((one) => ticked[one] === true && stateOf(one) !== 'all');
  const revokes = listed.filter((one) => ticked[one] === false && stateOf(one) !== 'none');
  const isOutside = data?.roles.some(({ name, mayUseSchema }) => name === role && !mayUseSchema);
  const enter = isOutside && enters ? schema : undefined;
  return (
    <ChangeDialog
      source={source}
      title={known === undefined ? t('privilege.add') : t('privilege.changeTitle', { role: known })}
      statements={
        role === undefined
          ? []
          : changePrivileges({ schema, table: details.name }, { role, grants, revokes, enter })
      }
      action={t('change.apply')}
      onClose={onClose}
    >
      {known === undefined && (
        <Select
          data-autofocus
          label={t('privilege.role')}
          searchable
          limit={100}
          data={roles.map((name) => ({
            value: name,
            label: name === 'public' ? t('privilege.everybody') : name,
          }))}
          value={role ?? null}
          onChange={(value) => {
            setRole(value ?? undefined);
            setTicked({});
          }}
        />
      )}
      {role !== undefined && (
        <ul className={classes.ticks}>
          {listed.map((privilege) => {
            const state = stateOf(privilege);
            const other = held.find(
              (grant) => grant.privilege === privilege && grant.grantor !== structure.owner,
            );
            return (
              <li key={privilege}>
                <Checkbox
                  label={t(`privilege.names.${privilege}`, { defaultValue: privilege })}
                  description={
                    (other && t('privilege.byOther', { role: other.grantor })) ??
                    (state === 'some' ? columnsOf(held, privilege) : undefined)
                  }
                  // Only who granted it can take it back.
                  disabled={other !== undefined}
                  checked={ticked[privilege] ?? state === 'all'}
                  indeterminate={ticked[privilege] === undefined && state === 'some'}
                  onChange={({ currentTarget: { checked } }) =>
                    setTicked({ ...ticked, [privilege]: checked })
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
      {isOutside && grants.length > 0 && (
        <Checkbox
          label={t('privilege.enter', { schema })}
          description={t('privilege.enterLine')}
          checked={enters}
          onChange={({ currentTarget: { checked } }) => setEnters(checked)}
        />
      )}
    </ChangeDialog>
  );
}

function columnsOf(held: TableStructure['grants'], privilege: string): string {
  return held
    .flatMap((grant) => (grant.privilege === privilege ? (grant.column ?? []) : []))
    .join(', ');
}
