import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { onQuestionChange, openQuestion } from './ask-for-proof.ts';

const ProofModal = lazy(async () => {
  const [modal] = await Promise.all([import('./proof-modal.tsx'), loadTexts('identity')]);
  return modal;
});

/** Stands once in the shell; `withProof` asks here. */
export function ProofDialogHost() {
  const question = useSyncExternalStore(onQuestionChange, openQuestion);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ProofModal question={question} />
    </Suspense>
  );
}
