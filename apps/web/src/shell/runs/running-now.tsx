import { Popover } from '@mantine/core';
import { cloneElement, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RunLists } from '#domain/runs/run-lists.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';

type RunningNowProps = {
  trigger: Trigger;
  projectId: string;
  /** What is open stays, also when all of it has ended. */
  onOpened: (isOpen: boolean) => void;
};

export default function RunningNow({ trigger, projectId, onOpened }: RunningNowProps) {
  const { t } = useTranslation('runs');
  const { ref, isOpen, setOpen } = useFirstOpening();
  useEffect(() => onOpened(isOpen), [isOpen, onOpened]);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(trigger, { ref, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('runs:title')}>
        <RunLists projectId={projectId} onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
