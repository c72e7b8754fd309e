import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { useTranslation } from 'react-i18next';
import { SimpleTable } from '#ui/simple-table.tsx';
import { AddButton, ChangeMenu, useMayChange } from '../changes/change-controls.tsx';
import type { Grant } from '../changes/privilege-sql.ts';
import { Code, Mark, menuColumn, Section } from './section-parts.tsx';

type Line = { role: string; grants: Grant[] };

/** Which roles of the database may do what with the table. */
export function Privileges({ structure: { grants, owner } }: { structure: TableStructure }) {
  const { t } = useTranslation('structure');
  const mayChange = useMayChange('privileges');
  const lines = linesOf(grants);
  if (lines.length === 0 && !mayChange) return null;
  return (
    <Section title={t('privileges')} count={lines.length} aside={<AddButton kind="grant" />}>
      <SimpleTable
        stacks={mayChange}
        label={t('privileges')}
        rows={lines}
        rowKey={({ role }) => role}
        columns={[
          {
            key: 'role',
            header: t('privilege.role'),
            render: ({ role }) => (
              <>
                <Code>{role}</Code> {role === owner && <Mark>{t('privilege.owner')}</Mark>}
                {role === 'public' && <Mark>{t('privilege.everybodyMark')}</Mark>}
              </>
            ),
          },
          {
            key: 'privileges',
            header: t('privilege.may'),
            render: (line) => <Code isLong>{sayGrants(line.grants)}</Code>,
          },
          ...(mayChange
            ? [
                {
                  ...menuColumn,
                  // What is one's own can be taken and given back at any time: nothing is kept by it.
                  render: ({ role }: Line) =>
                    role !== owner && (
                      <ChangeMenu
                        name={role}
                        changes={[
                          { label: t('change.change'), change: { kind: 'privileges', role } },
                        ]}
                      />
                    ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

function linesOf(grants: Grant[]): Line[] {
  const roles = [...new Set(grants.map(({ role }) => role))];
  return roles.map((role) => ({ role, grants: grants.filter((grant) => grant.role === role) }));
}

/** As SQL says it: SELECT, UPDATE (name, note). A star may be granted on, as the database writes it. */
function sayGrants(grants: Grant[]): string {
  const privileges = [...new Set(grants.map(({ privilege }) => privilege))];
  return privileges
    .map((privilege) => {
      const same = grants.filter((grant) => grant.privilege === privilege);
      const isWhole = same.some(({ column }) => column === null);
      const columns = [...new Set(same.flatMap(({ column }) => column ?? []))].join(', ');
      const mark = same.some(({ mayGrant }) => mayGrant) ? '*' : '';
      return `${privilege}${mark}${isWhole ? '' : ` (${columns})`}`;
    })
    .join(', ');
}
