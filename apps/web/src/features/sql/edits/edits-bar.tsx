import { lazy, Suspense } from 'react';
import { DraftDialogs } from '#domain/row-drafts/draft-dialogs.tsx';
import type { ResultEdits } from './use-result-edits.ts';

const ChangesBar = lazy(() => import('#domain/row-drafts/changes-bar.tsx'));

/** What was edited in a result and waits to be saved, as the explorer shows it. */
export function EditsBar({ edits }: { edits: ResultEdits }) {
  const { inUse, grid, saving, refs, hidden, columns } = edits;
  return (
    <>
      {refs.length > 0 && (
        <Suspense fallback={null}>
          <ChangesBar
            edits={inUse}
            state={saving.state}
            unfit={saving.unfit}
            doubtful={saving.doubtful}
            hiddenCount={hidden.count}
            onReview={() => saving.review('sql')}
            onHidden={() => saving.review('hidden')}
            onDiscard={edits.discard}
            onSave={() => void saving.save()}
            onDismiss={saving.dismiss}
            onUndo={grid.undo}
            onRedo={grid.redo}
          />
        </Suspense>
      )}
      <DraftDialogs
        edits={inUse}
        saving={saving}
        columns={columns}
        refs={refs}
        hidden={hidden.refs}
        onResolve={(patch) => void edits.resolve(patch)}
      />
    </>
  );
}
