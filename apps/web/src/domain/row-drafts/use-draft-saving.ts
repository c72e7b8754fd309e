import type { AppliedDraft, Screen } from '@causeway/contract/tables/edits.ts';
import { useMemo, useState } from 'react';
import type { DataColumn } from '#domain/data-grid/data-column.ts';
import { findDoubtful } from './doubtful-values.ts';
import type { Draft } from './draft-changes.ts';
import type { DraftSource } from './draft-query.ts';
import type { ReviewView } from './review-dialog.tsx';
import type { DraftInUse } from './use-draft.ts';
import { useDraftReadAgain } from './use-draft-read-again.ts';
import { useRevert } from './use-revert.ts';
import { useSaveDraft } from './use-save-draft.ts';
import { useUnfit } from './use-unfit.ts';

type SavingInput = {
  source: DraftSource;
  edits: DraftInUse;
  /** What is to be saved: all of the draft, or the part that is edited here. */
  draft: Draft;
  /** Where it is only a part: which. */
  refs?: string[];
  columns: readonly DataColumn[];
  screen: Screen;
  /** Rows were written, or taken back. */
  onWritten?: () => void;
};

export type DraftSaving = ReturnType<typeof useDraftSaving>;

/** Reviewing, saving and throwing away staged edits, and taking back what was saved. */
export function useDraftSaving(input: SavingInput) {
  const { source, edits, draft, refs, columns, screen, onWritten } = input;
  /** As what the edits are looked at before they are saved; undefined while they are not. */
  const [reviewed, setReviewed] = useState<ReviewView>();
  const reverting = useRevert(source, screen, onWritten);
  const saving = useSaveDraft({
    ...source,
    store: edits.store,
    screen,
    onRevert: (id) => void reverting.revert(id),
  });
  const unfit = useUnfit(draft, columns);
  const doubtful = useMemo(() => findDoubtful([...draft.values()], columns), [draft, columns]);
  useDraftReadAgain(source, unfit, edits.sync);

  async function save(only = refs): Promise<AppliedDraft | undefined> {
    if (unfit) return undefined;
    const saved = await saving.save(only);
    if (saved) {
      setReviewed(undefined);
      onWritten?.();
    }
    return saved;
  }

  return { ...saving, source, save, reverting, unfit, doubtful, reviewed, review: setReviewed };
}
