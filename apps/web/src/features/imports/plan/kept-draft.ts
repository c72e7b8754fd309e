import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { useState } from 'react';
import { draftOfPlan, emptyDraft, type PlanDraft } from './plan-draft.ts';

const keyOf = (importId: string) => `causeway.import.${importId}`;

/**
 * What was chosen for an import. The server knows it from the first check on; until then this tab keeps
 * it, so that a reload loses nothing.
 */
export function usePlanDraft(
  record: ImportRecord,
  start: Partial<PlanDraft>,
): [PlanDraft, (change: Partial<PlanDraft>) => void] {
  const [draft, setDraft] = useState<PlanDraft>(
    () =>
      findKept(record.id) ??
      (record.plan
        ? draftOfPlan(record.plan)
        : { ...emptyDraft, read: record.analysis?.read ?? {}, ...start }),
  );
  return [
    draft,
    (change) => {
      const next = { ...draft, ...change };
      setDraft(next);
      keepDraft(record.id, next);
    },
  ];
}

export function keepDraft(importId: string, draft: PlanDraft): void {
  try {
    sessionStorage.setItem(keyOf(importId), JSON.stringify(draft));
  } catch {
    // A browser without storage still imports; only a reload would forget the choices.
  }
}

function findKept(importId: string): PlanDraft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(importId));
    return text === null ? undefined : { ...emptyDraft, ...JSON.parse(text) };
  } catch {
    return undefined;
  }
}
