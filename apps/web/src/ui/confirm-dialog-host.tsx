import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onConfirmationChange, openConfirmation } from './confirm-dialog.ts';

const ConfirmModal = lazy(() => import('./confirm-modal.tsx'));

/** Stands once at the root of the page; `confirmDialog` shows its question here. */
export function ConfirmDialogHost() {
  const confirmation = useSyncExternalStore(onConfirmationChange, openConfirmation);
  if (!confirmation) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmModal confirmation={confirmation} />
    </Suspense>
  );
}
