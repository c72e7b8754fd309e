import {
  isPinned,
  addPin,
  movePin,
  removePin,
  renamePin,
  returnPin,
} from '@causeway/contract/settings/pins.ts';
import type { UserSettings } from '@causeway/contract/settings/settings.ts';
import { ActionIcon } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { usePageLooks } from '#platform/navigation/page-name.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { OnDemand } from '../on-demand.tsx';
import { pageIconOf } from '../page-names.ts';
import classes from './sidebar.module.css';

type Pin = UserSettings['pins'][number];

export function PinsSection() {
  const { t } = useTranslation('shell');
  const { pins } = useSettings();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const { nameOf } = usePageLooks();
  const canPin = !isPinned(pins, href);
  const { refOf, focusLater } = useLaterFocus();
  return (
    <ul className={classes.list}>
      {pins.map((pin, place) => (
        <PinItem
          key={pin.url}
          pin={pin}
          place={place}
          pins={pins}
          isCurrent={pin.url === href}
          linkRef={refOf(pin.url)}
          onFocusLater={focusLater}
        />
      ))}
      {pins.length === 0 && <li className={classes.hint}>{t('pins.none')}</li>}
      {canPin && (
        <li>
          <button
            type="button"
            className={classes.quietItem}
            onClick={() => {
              focusLater(href);
              changeSetting({ pins: addPin(pins, { url: href, name: nameOf(href) }) });
            }}
          >
            <Icon name="plus" />
            <span className={classes.itemText}>{t('pins.add')}</span>
          </button>
        </li>
      )}
    </ul>
  );
}

/** What the keyboard stood on may be gone with what was done there: it goes on at the pin that is meant. */
function useLaterFocus() {
  const wanted = useRef<string>(undefined);
  return {
    focusLater: (url: string | undefined) => {
      wanted.current = url;
    },
    refOf: (url: string) => (link: HTMLAnchorElement | null) => {
      if (!link || wanted.current !== url) return;
      wanted.current = undefined;
      link.focus({ preventScroll: true });
    },
  };
}

type PinItemProps = {
  pin: Pin;
  place: number;
  pins: Pin[];
  isCurrent: boolean;
  linkRef: Ref<HTMLAnchorElement>;
  onFocusLater: (url: string | undefined) => void;
};

function PinItem({ pin, place, pins, isCurrent, linkRef, onFocusLater }: PinItemProps) {
  const { t } = useTranslation('shell');
  const [isRenaming, setRenaming] = useState(false);

  function remove() {
    onFocusLater((pins[place + 1] ?? pins[place - 1])?.url);
    changeSetting({ pins: removePin(pins, pin.url) });
    void showUndo(t('pins.removed', { name: pin.name }), () => {
      // Others may have been pinned, named or moved since.
      const now = findCurrentUser()?.settings.pins ?? [];
      changeSetting({ pins: returnPin(now, pin, place) });
    });
  }

  function move(step: -1 | 1) {
    changeSetting({ pins: movePin(pins, pin.url, place + step) });
  }

  function moveByKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(step);
  }

  if (isRenaming) {
    return (
      <li>
        <PinName
          name={pin.name}
          onDone={(name, { isByKey } = { isByKey: true }) => {
            if (isByKey) onFocusLater(pin.url);
            setRenaming(false);
            if (name !== undefined) changeSetting({ pins: renamePin(pins, pin.url, name) });
          }}
        />
      </li>
    );
  }
  return (
    <li className={classes.withMenu}>
      <AppLink
        ref={linkRef}
        className={classes.item}
        href={pin.url}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={moveByKey}
      >
        <Icon name={pageIconOf(pin.url)} />
        <span className={classes.itemText}>{pin.name}</span>
      </AppLink>
      <OnDemand
        load={() => import('./pin-menu.tsx')}
        props={{
          place,
          count: pins.length,
          onRename: () => setRenaming(true),
          onMove: move,
          onRemove: remove,
        }}
        trigger={
          <ActionIcon
            size={24}
            className={classes.itemMenu}
            aria-label={t('pins.menu', { name: pin.name })}
            aria-haspopup="menu"
          >
            <Icon name="more" size={14} />
          </ActionIcon>
        }
      />
    </li>
  );
}

type PinNameProps = {
  name: string;
  onDone: (name?: string, how?: { isByKey: boolean }) => void;
};

/** Enter or leaving saves, Escape does not. */
function PinName({ name, onDone }: PinNameProps) {
  const { t } = useTranslation('shell');
  return (
    <input
      className={classes.rename}
      defaultValue={name}
      maxLength={200}
      aria-label={t('pins.name')}
      // The user just asked to rename it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => onDone(event.currentTarget.value, { isByKey: false })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(event.currentTarget.value);
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}
