import type { DashboardTab } from '@causeway/contract/dashboards/dashboards.ts';
import { ActionIcon, Button, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { Tabs } from '../view/tabs.tsx';
import { removeTab } from './arrange.ts';
import classes from './canvas-bar.module.css';
import type { DashboardDraft } from './use-dashboard-draft.ts';

export type Screen = 'desk' | 'phone';

type CanvasBarProps = {
  draft: DashboardDraft;
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  screen: Screen;
  onScreen: (screen: Screen) => void;
};

const MOST_TABS = 20;

/** Which tab and which screen is arranged; tabs are made, named, moved and removed here. */
export function CanvasBar({ draft, openId, onOpen, screen, onScreen }: CanvasBarProps) {
  const { t } = useTranslation('dashboards');
  const { tabs, tiles } = draft;
  const [named, setNamed] = useState<string>();
  const at = tabs.findIndex(({ id }) => id === openId);
  const open = tabs[at];

  function add() {
    const made = {
      id: crypto.randomUUID(),
      name: t('tabs.new', { number: Math.max(2, tabs.length + 1) }),
    };
    const first = { id: crypto.randomUUID(), name: t('tabs.first') };
    draft.change({ tabs: tabs.length === 0 ? [first, made] : [...tabs, made] });
    onOpen(made.id);
    setNamed(made.id);
  }

  function move(step: -1 | 1) {
    const next = [...tabs];
    next.splice(at + step, 0, ...next.splice(at, 1));
    draft.change({ tabs: next });
  }

  function rename(tab: DashboardTab, name: string) {
    setNamed(undefined);
    if (!name.trim() || name.trim() === tab.name) return;
    draft.change({
      tabs: tabs.map((one) => (one.id === tab.id ? { ...one, name: name.trim() } : one)),
    });
  }

  return (
    <div className={classes.bar}>
      <div className={classes.tabs}>
        {open && named === open.id ? (
          <TextInput
            aria-label={t('tabs.name')}
            autoFocus
            defaultValue={open.name}
            maxLength={60}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={({ currentTarget }) => rename(open, currentTarget.value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') rename(open, currentTarget.value);
              if (key === 'Escape') setNamed(undefined);
            }}
          />
        ) : (
          <Tabs tabs={tabs} openId={openId} onOpen={onOpen} />
        )}
        {open && tabs.length > 1 && (
          <Menu position="bottom-start">
            <Menu.Target>
              <ActionIcon variant="subtle" aria-label={t('tabs.menu', { name: open.name })}>
                <Icon name="more" size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="rename" />} onClick={() => setNamed(open.id)}>
                {t('tabs.rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="arrowLeft" />}
                disabled={at === 0}
                onClick={() => move(-1)}
              >
                {t('step.left')}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="arrowRight" />}
                disabled={at === tabs.length - 1}
                onClick={() => move(1)}
              >
                {t('step.right')}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="trash" />}
                onClick={() => {
                  draft.change(removeTab({ tiles, tabs }, open.id));
                  onOpen(undefined);
                }}
              >
                {t('tabs.remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {tabs.length < MOST_TABS && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Icon name="plus" size={13} />}
            onClick={add}
          >
            {t('tabs.add')}
          </Button>
        )}
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('screen.title')}
        value={screen}
        data={(['desk', 'phone'] as const).map((value) => ({ value, label: t(`screen.${value}`) }))}
        onChange={onScreen}
      />
    </div>
  );
}
