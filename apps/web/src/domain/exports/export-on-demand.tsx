import { lazy, Suspense } from 'react';
import { loadTexts } from '#platform/i18n/i18n.ts';
import type { ExportSubject } from './export-subject.ts';

const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./export-dialog.tsx'), loadTexts('exports')]);
  return dialog;
});

type ExportOnDemandProps = {
  connectorId: string;
  /** Undefined is closed: nothing of the dialog is loaded before it is wanted. */
  subject: ExportSubject | undefined;
  onClose: () => void;
};

export function ExportOnDemand({ connectorId, subject, onClose }: ExportOnDemandProps) {
  if (!subject) return null;
  return (
    <Suspense fallback={null}>
      <ExportDialog connectorId={connectorId} subject={subject} onClose={onClose} />
    </Suspense>
  );
}
