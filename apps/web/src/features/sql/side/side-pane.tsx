import type { EditorTab, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { Icon } from '#ui/icon.tsx';
import type { OpenDialog } from '../editor-dialogs.tsx';
import { FilesTree } from '../files/files-tree.tsx';
import { HistoryList } from './history-list.tsx';
import { SavedList } from './saved-list.tsx';
import { SchemaTree } from './schema-tree.tsx';
import classes from './side-pane.module.css';

type SidePaneProps = {
  projectId: string;
  connector: Connector;
  /** The statement the cursor stands in. */
  sql: string;
  mayWrite: boolean;
  /** Writes at the cursor. */
  onInsert: (text: string) => void;
  /** Opens a new tab with it. */
  onOpen: (tab: Partial<EditorTab>) => void;
  onQuery: (query: SavedQuery) => void;
  onDialog: (dialog: OpenDialog) => void;
};

const parts = ['schema', 'saved', 'history'] as const;
type Part = (typeof parts)[number];

/** What there is to use: columns of the tables written about, saved queries, what was run before. */
export function SidePane(props: SidePaneProps) {
  const { projectId, connector, sql, mayWrite, onInsert, onOpen, onQuery, onDialog } = props;
  const { t } = useTranslation('sql');
  const { id: connectorId } = connector;
  const isFiles = connector.implementation !== 'sql';
  const labelOf = (one: Part) => (one === 'schema' && isFiles ? 'files' : one);
  const [part, setPart] = useState<Part>('schema');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 150);
  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('side.label')}
          value={part}
          data={parts.map((value) => ({ value, label: t(`side.${labelOf(value)}`) }))}
          onChange={(value) => {
            setPart(value);
            setTyped('');
          }}
        />
        <TextInput
          size="xs"
          aria-label={t(`side.search.${labelOf(part)}`)}
          placeholder={t(`side.search.${labelOf(part)}`)}
          leftSection={<Icon name="search" size={14} />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </div>
      <div className={classes.body}>
        {part === 'schema' && isFiles && (
          <FilesTree connector={connector} search={search} onInsert={onInsert} onOpen={onOpen} />
        )}
        {part === 'schema' && !isFiles && (
          <SchemaTree
            projectId={projectId}
            connectorId={connectorId}
            sql={sql}
            search={search}
            onInsert={onInsert}
            onOpen={onOpen}
          />
        )}
        {part === 'saved' && (
          <SavedList
            connectorId={connectorId}
            search={search}
            mayWrite={mayWrite}
            onQuery={onQuery}
            onDialog={onDialog}
          />
        )}
        {part === 'history' && (
          <HistoryList connectorId={connectorId} search={search} onOpen={onOpen} />
        )}
      </div>
    </div>
  );
}
