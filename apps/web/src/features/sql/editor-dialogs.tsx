import type { OpenTransaction } from '@causeway/contract/sql/editor.ts';
import type { EditorTab, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { splitStatements } from '@causeway/contract/sql/lexer.ts';
import { lazy, Suspense } from 'react';
import { ExportOnDemand } from '#domain/exports/export-on-demand.tsx';
import type { SentTile } from './dashboard/send-dialog.tsx';
import { FilesExportDialog } from './files/files-export-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import { withValues } from './run/with-values.ts';
import { SaveDialog } from './queries/save-dialog.tsx';
import { KeepDialog } from './snapshots/keep-dialog.tsx';
import { SnapshotsDialog } from './snapshots/snapshots-dialog.tsx';

const SendDialog = lazy(() => import('./dashboard/send-dialog.tsx'));
const VersionsDialog = lazy(() => import('./queries/versions-dialog.tsx'));

export type OpenDialog =
  | { kind: 'save' }
  | { kind: 'details'; query: SavedQuery }
  | { kind: 'versions'; queryId: string }
  | { kind: 'preview'; sql: string }
  | { kind: 'export'; sql: string }
  | { kind: 'snapshot'; runId: string; name: string }
  | { kind: 'dashboard'; sql: string; tile?: SentTile }
  | { kind: 'dashboard'; query: SavedQuery }
  | { kind: 'snapshots' }
  | { kind: 'keys' };

type EditorDialogsProps = {
  projectId: string;
  connectorId: string;
  isFiles: boolean;
  tab: EditorTab;
  /** The tab's own, which a preview looks into. */
  transaction: OpenTransaction | null;
  dialog: OpenDialog | undefined;
  mayWrite: boolean;
  onClose: () => void;
  onSaved: (query: SavedQuery) => void;
  /** Its name, folder or sharing was changed: tabs with its statement go on from the version that made. */
  onDetails: (before: SavedQuery, saved: SavedQuery) => void;
  onOpen: (tab: Partial<EditorTab>) => void;
  onRun: (sql: string) => void;
};

/** At most one is open. */
export function EditorDialogs(props: EditorDialogsProps) {
  const { projectId, connectorId, isFiles, tab, transaction, dialog, mayWrite } = props;
  const { onClose, onSaved, onDetails, onOpen, onRun } = props;
  const shared = { connectorId, onClose };
  switch (dialog?.kind) {
    case 'save':
      return (
        <SaveDialog {...shared} tab={tab} mayShare={mayWrite} onSaved={onSaved} onOpen={onOpen} />
      );
    case 'details':
      return (
        <SaveDialog
          {...shared}
          query={dialog.query}
          mayShare={mayWrite}
          onSaved={(saved) => onDetails(dialog.query, saved)}
        />
      );
    case 'versions':
      return (
        <Suspense fallback={null}>
          <VersionsDialog
            {...shared}
            queryId={dialog.queryId}
            now={tab.queryId === dialog.queryId ? tab.sql : undefined}
            onOpen={onOpen}
          />
        </Suspense>
      );
    case 'preview':
      return <PreviewDialog {...shared} {...{ tab, transaction, onRun }} sql={dialog.sql} />;
    case 'export': {
      const sql = withValues(tab, splitStatements(dialog.sql)[0]?.text ?? '');
      if (isFiles) return <FilesExportDialog {...shared} sql={sql} title={tab.title} />;
      return (
        <ExportOnDemand
          {...shared}
          subject={{
            kind: 'query',
            sql,
            title: tab.title,
          }}
        />
      );
    }
    case 'snapshot':
      return <KeepDialog {...shared} runId={dialog.runId} name={dialog.name} mayShare={mayWrite} />;
    case 'dashboard': {
      const isOfTab = 'sql' in dialog;
      return (
        <Suspense fallback={null}>
          <SendDialog
            {...shared}
            projectId={projectId}
            source={isOfTab ? { sql: dialog.sql, tab } : { query: dialog.query }}
            tile={isOfTab ? dialog.tile : undefined}
            onSaved={(query) => {
              if (isOfTab && query.sql.trim() === tab.sql.trim()) onSaved(query);
            }}
          />
        </Suspense>
      );
    }
    case 'snapshots':
      return <SnapshotsDialog {...shared} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    default:
      return null;
  }
}
