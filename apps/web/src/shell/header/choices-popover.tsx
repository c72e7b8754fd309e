import { Popover } from '@mantine/core';
import { cloneElement, type ReactNode } from 'react';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';
import classes from './header.module.css';

type ChoicesPopoverProps = {
  trigger: Trigger;
  title: string;
  /** The choices, and the way to all of them below. */
  children: (close: () => void) => { choices: ReactNode; footer: ReactNode };
};

/** The list that a switcher of the header opens. */
export function ChoicesPopover({ trigger, title, children }: ChoicesPopoverProps) {
  const { ref, isOpen, setOpen } = useFirstOpening();
  const { choices, footer } = children(() => setOpen(false));
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(trigger, { ref, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={title}>
        <h2 className={classes.choicesTitle}>{title}</h2>
        <ul className={classes.choiceList}>{choices}</ul>
        <div className={classes.choicesFooter}>{footer}</div>
      </Popover.Dropdown>
    </Popover>
  );
}
