import type { SchemaObjects } from '@causeway/contract/tables/structure.ts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { objectsQuery } from './structure-query.ts';
import { Code, Section } from './section-parts.tsx';
import classes from './structure.module.css';

type SchemaObjectsProps = { connectorId: string; schema: string };

/** What a schema has besides tables: functions, sequences and types. */
export default function SchemaObjectsView({ connectorId, schema }: SchemaObjectsProps) {
  const { t } = useTranslation('structure');
  const objects = useQuery(objectsQuery(connectorId, schema));
  return (
    <QueryView
      query={objects}
      skeleton={<SkeletonTable rows={12} columns={4} />}
      errorTitle={t('failed')}
      isEmpty={({ functions, sequences, types }) =>
        functions.length + sequences.length + types.length === 0
      }
      empty={<EmptyState icon="code" title={t('noObjects')} line={t('noObjectsLine')} />}
    >
      {(found) => <Objects objects={found} />}
    </QueryView>
  );
}

function Objects({ objects }: { objects: SchemaObjects }) {
  const { t } = useTranslation('structure');
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const among = <One extends { name: string }>(list: One[]) =>
    list.filter(({ name }) => name.toLowerCase().includes(wanted));
  const [functions, sequences, types] = [
    among(objects.functions),
    among(objects.sequences),
    among(objects.types),
  ];
  return (
    <div>
      <TextInput
        className={classes.search ?? ''}
        aria-label={t('searchObjects')}
        placeholder={t('searchObjects')}
        leftSection={<Icon name="search" />}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      {objects.more && <p className={classes.note}>{t('moreObjects')}</p>}
      {functions.length > 0 && (
        <Section title={t('functions')} count={functions.length}>
          <SimpleTable
            label={t('functions')}
            rows={functions}
            rowKey={({ name, arguments: given }) => `${name}(${given})`}
            columns={[
              {
                key: 'name',
                header: t('name'),
                render: ({ name, arguments: given, definition }) =>
                  definition === null ? (
                    <Code>{`${name}(${given})`}</Code>
                  ) : (
                    <Source title={`${name}(${given})`} text={definition} />
                  ),
              },
              { key: 'result', header: t('result'), render: ({ result }) => <Code>{result}</Code> },
              { key: 'kind', header: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
              { key: 'language', header: t('language'), render: ({ language }) => language },
            ]}
          />
        </Section>
      )}
      {sequences.length > 0 && (
        <Section title={t('sequences')} count={sequences.length}>
          <SimpleTable
            label={t('sequences')}
            rows={sequences}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', header: t('name'), render: ({ name }) => <Code>{name}</Code> },
              {
                key: 'last',
                header: t('lastValue'),
                isNumber: true,
                render: ({ lastValue }) => lastValue ?? '–',
              },
              {
                key: 'increment',
                header: t('increment'),
                isNumber: true,
                render: ({ increment }) => increment,
              },
              { key: 'type', header: t('type'), render: ({ type }) => <Code>{type}</Code> },
              {
                key: 'owner',
                header: t('numbers'),
                render: ({ ownedBy }) => ownedBy && <Code>{ownedBy}</Code>,
              },
            ]}
          />
        </Section>
      )}
      {types.length > 0 && (
        <Section title={t('types')} count={types.length}>
          <SimpleTable
            label={t('types')}
            rows={types}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', header: t('name'), render: ({ name }) => <Code>{name}</Code> },
              { key: 'kind', header: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
              {
                key: 'definition',
                header: t('definition'),
                render: ({ definition }) => <Code isLong>{definition}</Code>,
              },
            ]}
          />
        </Section>
      )}
    </div>
  );
}

/** Drawn once somebody wants to read it. */
function Source({ title, text }: { title: string; text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={classes.source}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <Code isLong>{title}</Code>
      </summary>
      {isOpen && <SqlBlock text={text} label={title} className={classes.ddl} />}
    </details>
  );
}
