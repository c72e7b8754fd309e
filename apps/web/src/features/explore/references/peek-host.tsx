import { Popover } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { PeekContext, type PeekedRow } from './peek-context.ts';
import classes from './peek.module.css';
import { Peek } from './peek.tsx';

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
        <Popover opened onChange={close} position="bottom-start" width={340} trapFocus shadow="md">
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
          <Popover.Dropdown className={classes.dropdown}>
            <Peek
              key={JSON.stringify(shown.row)}
              projectId={projectId}
              connectorId={connectorId}
              row={shown.row}
              onClose={close}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </PeekContext>
  );
}
