import { findOwnPath } from '@causeway/contract/links.ts';
import { Modal } from '@mantine/core';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import type { Panes } from '../panes/use-panes.ts';
import type { LoadedGroup } from './load-palette.tsx';
import { type OwnGroup, ownGroups, placeOfChosen, searchEntries } from './palette-search.ts';
import classes from './palette.module.css';
import type { TypedAhead } from './typed-ahead.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

export type PaletteProps = {
  panes: Panes;
  typedAhead: TypedAhead;
  groups: readonly LoadedGroup[];
  onClose: () => void;
  onOpenShortcuts: () => void;
};

/**
 * One field that reaches everything. Without text: what was open last. With text: whatever matches.
 * After `>`: actions only. A pasted link of ours opens.
 */
export function Palette({ panes, typedAhead, groups, onClose, onOpenShortcuts }: PaletteProps) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const entries = usePaletteEntries({
    panes,
    groups,
    onOpenShortcuts,
    pasted: findPasted(text),
    text,
  });
  const found = searchEntries(entries, text);
  const chosen = placeOfChosen(found, chosenId);

  function run(index: number) {
    const entry = found[index];
    if (!entry) return;
    onClose();
    entry.run();
  }

  function choose(index: number) {
    const next = (index + found.length) % Math.max(found.length, 1);
    setChosenId(found[next]?.id);
    list.current
      ?.querySelector(`#${CSS.escape(optionId(next))}`)
      ?.scrollIntoView({ block: 'nearest' });
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  }

  const optionId = (index: number) => `${listId}-${index}`;

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('palette.label') } }}
    >
      <div className={classes.field}>
        <Icon name="search" size={18} />
        <input
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found[chosen] ? optionId(chosen) : undefined}
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onFocus={() => {
            // What was typed since the last drawing stays.
            const held = typedAhead.take();
            if (held !== '') setText((typed) => typed + held);
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosenId(undefined);
          }}
          onKeyDown={pressKey}
        />
        <KeyHint keys="escape" />
      </div>
      <div
        ref={list}
        id={listId}
        // A combobox with groups and icons has no tag of its own.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={t('palette.results')}
        className={classes.list}
      >
        {found.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group !== found[index - 1]?.group && (
              <p className={classes.group} role="presentation">
                {isOwn(entry.group) ? t(`palette.groups.${entry.group}`) : entry.group}
              </p>
            )}
            {/* The field keeps the focus and moves through the options by key. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
            <div
              id={optionId(index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={classes.option}
              onMouseMove={() => setChosenId(entry.id)}
              onClick={() => run(index)}
            >
              <Icon name={entry.icon} />
              <span className={classes.name}>{entry.name}</span>
              {entry.detail && <span className={classes.detail}>{entry.detail}</span>}
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={classes.nothing}>{t('palette.nothing', { text })}</p>}
      <p className={classes.footer}>{t('palette.hint')}</p>
    </Modal>
  );
}

function isOwn(group: string): group is OwnGroup {
  return ownGroups.some((own) => own === group);
}

/** A link of this product, from the address bar of this very host or a known one. */
function findPasted(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^(\/|https?:)/i.test(trimmed)) return undefined;
  return findOwnPath(trimmed, [location.host]) ?? findOwnPath(trimmed);
}
