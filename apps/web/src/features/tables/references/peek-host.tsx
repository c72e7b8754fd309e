import { Popover } from '@mantine/core';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PeekContext, type PeekedRow } from './peek-context.ts';
import classes from './peek.module.css';
import { SkeletonLines } from '#ui/skeletons.tsx';

const Peek = lazy(() => import('./peek.tsx'));

type PeekHostProps = { projectId: string; connectorId: string; children: ReactNode };

/** Where cells below it show the row they point at. */
export function PeekHost({ projectId, connectorId, children }: PeekHostProps) {
  const { t } = useTranslation('tables');
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
        <Popover
          opened
          onChange={close}
          position="bottom-start"
          width={340}
          withRoles={false}
          trapFocus
          shadow="md"
        >
          <Popover.Target>
            <span
              className={classes.anchor}
              style={{
                left: shown.box.left,
                top: shown.box.top,
                width: shown.box.width,
                height: shown.box.height,
              }}
            />
          </Popover.Target>
          <Popover.Dropdown
            className={classes.dropdown}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="dialog"
            aria-label={t('peek.label', { table: shown.row.reference.table })}
          >
            <Suspense fallback={<SkeletonLines count={6} />}>
              <Peek
                key={JSON.stringify(shown.row)}
                projectId={projectId}
                connectorId={connectorId}
                row={shown.row}
                onClose={close}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </PeekContext>
  );
}
