import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { PeekContext, type PeekedRow } from './peek-context.ts';

const PeekPopover = lazy(() => import('./peek-popover.tsx'));

type PeekHostProps = { projectId: string; connectorId: string; children: ReactNode };

/** Where cells below it show the row they point at. */
export function PeekHost({ projectId, connectorId, children }: PeekHostProps) {
  const [shown, setShown] = useState<{ row: PeekedRow; box: DOMRect }>();
  const peeking = useMemo(
    () => ({
      connectorId,
      open: (row: PeekedRow, anchor: Element) =>
        setShown({ row, box: anchor.getBoundingClientRect() }),
    }),
    [connectorId],
  );
  const close = () => setShown(undefined);
  return (
    <PeekContext value={peeking}>
      {children}
      {shown && (
        <Suspense fallback={null}>
          <PeekPopover {...shown} {...{ projectId, connectorId }} onClose={close} />
        </Suspense>
      )}
    </PeekContext>
  );
}
