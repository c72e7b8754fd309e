import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { useTranslation } from 'react-i18next';
import { SimpleTable } from '#ui/simple-table.tsx';
import { AddButton, ChangeMenu, useMayChange } from '../changes/change-controls.tsx';
import { Code, Mark, menuColumn, Section } from './section-parts.tsx';

type Trigger = TableStructure['triggers'][number];

export function Triggers({ structure: { triggers } }: { structure: TableStructure }) {
  const { t } = useTranslation('structure');
  const mayChange = useMayChange('triggers');
  if (triggers.length === 0 && !mayChange) return null;
  return (
    <Section title={t('triggers')} count={triggers.length} aside={<AddButton kind="add-trigger" />}>
      {triggers.length > 0 && (
        <SimpleTable
          stacks={mayChange}
          label={t('triggers')}
          rows={triggers}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              header: t('name'),
              render: ({ name, isEnabled, isInherited }) => (
                <>
                  <Code>{name}</Code> {!isEnabled && <Mark>{t('disabled')}</Mark>}
                  {isInherited && <Mark>{t('inherited')}</Mark>}
                </>
              ),
            },
            {
              key: 'definition',
              header: t('definition'),
              render: ({ definition }) => <Code isLong>{definition}</Code>,
            },
            ...(mayChange
              ? [{ ...menuColumn, render: (one: Trigger) => <TriggerMenu trigger={one} /> }]
              : []),
          ]}
        />
      )}
    </Section>
  );
}

/** One that came from the whole goes there only, and can be switched here all the same. */
function TriggerMenu({ trigger: { name, isEnabled, isInherited } }: { trigger: Trigger }) {
  const { t } = useTranslation('structure');
  const maySwitch = useMayChange('switching');
  if (!maySwitch && isInherited) return null;
  return (
    <ChangeMenu
      name={name}
      changes={
        maySwitch
          ? [
              {
                label: t(isEnabled ? 'trigger.offMenu' : 'trigger.onMenu'),
                change: { kind: 'switch-trigger', name, isEnabled },
              },
            ]
          : []
      }
      {...(!isInherited && { drop: { kind: 'drop', what: 'trigger', name } })}
    />
  );
}
