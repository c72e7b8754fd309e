import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { Button } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { SimpleTable } from '#ui/simple-table.tsx';
import text from '#ui/text.module.css';
import { AddButton, ChangeMenu, useMayChange } from '../changes/change-controls.tsx';
import { StartChange } from '../changes/changing.ts';
import type { Policy } from '../changes/policy-sql.ts';
import { Code, Mark, menuColumn, Section } from './section-parts.tsx';
import classes from './structure.module.css';

type PoliciesProps = { details: TableDetails; structure: TableStructure };

/** Tables alone can hide rows; of the others there is nothing to say. */
export function Policies({ details: { kind }, structure }: PoliciesProps) {
  const { t } = useTranslation('structure');
  const mayChange = useMayChange('security');
  const { policies, hasRowSecurity, isSecurityForced } = structure;
  if (kind !== 'table' && kind !== 'partitioned') return null;
  const hasOpening = policies.some(({ isPermissive }) => isPermissive);
  return (
    <Section
      title={t('policies')}
      count={policies.length}
      aside={
        <>
          <Mark>{t(hasRowSecurity ? 'security.isOn' : 'security.isOff')}</Mark>
          {isSecurityForced && <Mark>{t('security.isForced')}</Mark>}
          <SecurityButton structure={structure} />
          <AddButton kind="add-policy" />
        </>
      }
    >
      <Standing structure={structure} />
      {hasRowSecurity && !hasOpening && (
        <p className={text.warningBox}>
          {t(isSecurityForced ? 'security.nobodySees' : 'security.othersSeeNothing')}
        </p>
      )}
      {policies.length > 0 && (
        <SimpleTable
          stacks={mayChange}
          label={t('policies')}
          rows={policies}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              header: t('name'),
              render: ({ name, isPermissive }) => (
                <>
                  <Code>{name}</Code> {!isPermissive && <Mark>{t('policy.restrictive')}</Mark>}
                </>
              ),
            },
            { key: 'command', header: t('command'), render: ({ command }) => command },
            { key: 'roles', header: t('roles'), render: ({ roles }) => roles.join(', ') },
            {
              key: 'using',
              header: t('using'),
              render: ({ using }) => using && <Code isLong>{using}</Code>,
            },
            {
              key: 'check',
              header: t('check'),
              render: ({ check }) => check && <Code isLong>{check}</Code>,
            },
            ...(mayChange
              ? [
                  {
                    ...menuColumn,
                    render: (policy: Policy) => (
                      <ChangeMenu
                        name={policy.name}
                        changes={[
                          { label: t('change.change'), change: { kind: 'policy', policy } },
                        ]}
                        drop={{ kind: 'drop', what: 'policy', name: policy.name }}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Section>
  );
}

function Standing({ structure: { policies, hasRowSecurity } }: { structure: TableStructure }) {
  const { t } = useTranslation('structure');
  if (hasRowSecurity) return <p className={classes.note}>{t('securityOn')}</p>;
  return (
    <p className={classes.note}>
      {t(policies.length > 0 ? 'securityOff' : 'security.everybodySees')}
    </p>
  );
}

function SecurityButton({ structure: { hasRowSecurity } }: { structure: TableStructure }) {
  const { t } = useTranslation('structure');
  const changing = useContext(StartChange);
  if (!changing?.areas.includes('security')) return null;
  return (
    <Button
      className={classes.aside}
      size="compact-xs"
      variant="subtle"
      onClick={() => changing.start({ kind: 'security' })}
    >
      {t(hasRowSecurity ? 'security.change' : 'security.switchOn')}
    </Button>
  );
}
