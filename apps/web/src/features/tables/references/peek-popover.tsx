import { Popover } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { PeekedRow } from './peek-context.ts';
import classes from './peek.module.css';

const Peek = lazy(() => import('./peek.tsx'));

type PeekPopoverProps = {
  row: PeekedRow;
  /** Where the cell is that was asked about. */
  box: DOMRect;
  projectId: string;
  connectorId: string;
  onClose: () => void;
};

/** The row a cell points at, beside that cell. */
export default function PeekPopover(props: PeekPopoverProps) {
  const { row, box, projectId, connectorId, onClose } = props;
  const { t } = useTranslation('tables');
  return (
    <Popover
      opened
      onChange={onClose}
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
            left: box.left,
            top: box.top,
            width: box.width,
            height: box.height,
          }}
        />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-label={t('peek.label', { table: row.reference.table })}
      >
        <Suspense fallback={<SkeletonLines count={6} />}>
          <Peek
            key={JSON.stringify(row)}
            projectId={projectId}
            connectorId={connectorId}
            row={row}
            onClose={onClose}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
