import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { lazy, Suspense } from 'react';
import type { Patch } from './draft-changes.ts';
import type { DraftInUse } from './use-draft.ts';
import type { DraftSaving } from './use-draft-saving.ts';

const ReviewDialog = lazy(() => import('./review-dialog.tsx'));
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));
const RefusedRevertDialog = lazy(() => import('./refused-revert-dialog.tsx'));

type DraftDialogsProps = {
  edits: DraftInUse;
  saving: DraftSaving;
  columns: readonly { name: string; label: string }[];
  /** Only these changes are reviewed; all of them when undefined. */
  refs?: string[];
  /** Those that are not on screen behind the dialog. */
  hidden: ReadonlySet<string>;
  pageOf?: (change: DraftChange) => string | undefined;
  /** The draft after a merge, which is to be saved now. */
  onResolve: (patch: Patch) => void;
};

/** What opens while staged edits are saved; each part loads when it does. */
export function DraftDialogs(props: DraftDialogsProps) {
  const { edits, saving, columns, refs, hidden, pageOf, onResolve } = props;
  const { state, reverting, reviewed } = saving;
  return (
    <Suspense fallback={null}>
      {reviewed && edits.draft.size > 0 && (
        <ReviewDialog
          source={saving.source}
          edits={edits}
          {...(refs && { refs })}
          {...(pageOf && { pageOf })}
          start={reviewed}
          hidden={hidden}
          unfit={saving.unfit}
          state={state}
          onSave={() => void saving.save()}
          onClose={() => saving.review(undefined)}
        />
      )}
      {state.kind === 'conflict' && (
        <ConflictDialog
          state={state}
          columns={columns}
          onResolve={onResolve}
          onClose={saving.dismiss}
        />
      )}
      {reverting.refused && (
        <RefusedRevertDialog
          refused={reverting.refused}
          onSkip={(setId) => void reverting.revert(setId, { skipChanged: true })}
          onClose={reverting.dismiss}
        />
      )}
    </Suspense>
  );
}
