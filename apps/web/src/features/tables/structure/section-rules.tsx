import { formatBytes } from '@causeway/contract/bytes.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { SimpleTable } from '#ui/simple-table.tsx';
import { AddButton, ChangeMenu, useMayChange } from '../changes/change-controls.tsx';
import { Code, Mark, menuColumn, Section } from './section-parts.tsx';

type Rule = TableStructure['constraints'][number];

export function Constraints({ structure: { constraints } }: { structure: TableStructure }) {
  const { t } = useTranslation('structure');
  const mayChange = useMayChange('rules');
  if (constraints.length === 0 && !mayChange) return null;
  return (
    <Section
      title={t('constraints')}
      count={constraints.length}
      aside={
        <>
          <AddButton kind="add-reference" />
          <AddButton kind="add-rule" />
        </>
      }
    >
      {constraints.length > 0 && (
        <SimpleTable
          stacks={mayChange}
          label={t('constraints')}
          rows={constraints}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              header: t('name'),
              render: ({ name, isInherited }) => (
                <>
                  <Code>{name}</Code> {isInherited && <Mark>{t('inherited')}</Mark>}
                </>
              ),
            },
            { key: 'type', header: t('type'), render: ({ type }) => t(`rules.${type}`) },
            {
              key: 'definition',
              header: t('definition'),
              render: ({ definition }) => <Code isLong>{definition}</Code>,
            },
            ...(mayChange
              ? [
                  {
                    ...menuColumn,
                    render: (rule: Rule) => <RuleMenu rule={rule} />,
                  },
                ]
              : []),
          ]}
        />
      )}
    </Section>
  );
}

/** What came from the whole goes there only. */
function RuleMenu({ rule: { name, definition, isInherited } }: { rule: Rule }) {
  const { t } = useTranslation('structure');
  if (isInherited) return null;
  return (
    <ChangeMenu
      name={name}
      changes={
        definition.endsWith(' NOT VALID')
          ? [{ label: t('rule.validateMenu'), change: { kind: 'validate', name } }]
          : []
      }
      drop={{ kind: 'drop', what: 'constraint', name }}
    />
  );
}

export function Indexes({ structure: { indexes, constraints } }: { structure: TableStructure }) {
  const { t, i18n } = useTranslation('structure');
  const formats = useFormats();
  const mayChange = useMayChange('indexes');
  if (indexes.length === 0 && !mayChange) return null;
  return (
    <Section title={t('indexes')} count={indexes.length} aside={<AddButton kind="add-index" />}>
      {indexes.length > 0 && (
        <SimpleTable
          stacks={mayChange}
          label={t('indexes')}
          rows={indexes}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              header: t('name'),
              render: ({ name, isPrimary, isUnique, isValid }) => (
                <>
                  <Code>{name}</Code> {isPrimary && <Mark>{t('rules.primary key')}</Mark>}
                  {isUnique && !isPrimary && <Mark>{t('rules.unique')}</Mark>}
                  {!isValid && <Mark isBad>{t('invalid')}</Mark>}
                </>
              ),
            },
            {
              key: 'definition',
              header: t('definition'),
              render: ({ definition }) => (
                <Code isLong>
                  {definition.slice(Math.max(0, definition.indexOf(' USING ') + 1))}
                </Code>
              ),
            },
            {
              key: 'size',
              header: t('size'),
              isNumber: true,
              render: ({ sizeBytes }) => formatBytes(sizeBytes, i18n.language),
            },
            {
              key: 'scans',
              header: t('scans'),
              isNumber: true,
              render: ({ scans, isUnique }) => {
                if (scans === null) return '–';
                // A key is kept for its rule, whether anybody searches by it or not.
                const isIdle = scans === 0 && !isUnique;
                return isIdle ? <Mark>{t('unused')}</Mark> : formats.number(scans);
              },
            },
            ...(mayChange
              ? [
                  {
                    ...menuColumn,
                    // What a key or a unique rule stands on goes with the rule.
                    render: ({ name }: { name: string }) =>
                      !constraints.some((rule) => rule.name === name) && (
                        <ChangeMenu name={name} drop={{ kind: 'drop', what: 'index', name }} />
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
