import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { RunStore } from '../run/run-store.ts';
import classes from './tab-strip.module.css';

type TabStripProps = {
  tabs: readonly EditorTab[];
  closed: readonly EditorTab[];
  activeId: string;
  runs: RunStore;
  isSideOpen: boolean;
  onSide: () => void;
  onOpen: (id: string) => void;
  onAdd: () => void;
  onClose: (id: string) => void;
  onRename: (id: string, title: string) => void;
  onReopen: (tab: EditorTab) => void;
};

export function TabStrip(props: TabStripProps) {
  const { tabs, closed, activeId, runs, isSideOpen, onSide, onOpen, onAdd, onClose } = props;
  const { t } = useTranslation('sql');
  const [renamed, setRenamed] = useState<string>();

  // A tab that was just opened may lie beyond the edge; the router, too, puts scrolls back where
  // they were, a moment after its address changed.
  useEffect(() => {
    const timer = setTimeout(
      () =>
        document
          .getElementById(`tab-${activeId}`)
          ?.parentElement?.scrollIntoView({ block: 'nearest' }),
      50,
    );
    return () => clearTimeout(timer);
  }, [activeId]);

  function press(event: KeyboardEvent, place: number) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs[(place + step + tabs.length) % tabs.length];
    if (next) {
      onOpen(next.id);
      document.getElementById(`tab-${next.id}`)?.focus();
    }
    if (event.key === 'F2') setRenamed(tabs[place]?.id);
    if (event.key === 'Delete') onClose(tabs[place]?.id ?? '');
  }

  return (
    <div className={classes.strip}>
      <ActionIcon
        variant="subtle"
        className={classes.side}
        aria-label={t('side.toggle')}
        aria-pressed={isSideOpen}
        onClick={onSide}
      >
        <Icon name="sidebar" size={16} />
      </ActionIcon>
      <ul className={classes.tabs} aria-label={t('tabs.label')}>
        {tabs.map((tab, place) => {
          const isActive = tab.id === activeId;
          return (
            <li key={tab.id} className={classes.tab} data-active={isActive || undefined}>
              {renamed === tab.id ? (
                <input
                  className={classes.input}
                  aria-label={t('tabs.rename')}
                  defaultValue={tab.title}
                  // The field was opened to be typed in.
                  // oxlint-disable-next-line jsx-a11y/no-autofocus
                  autoFocus
                  onFocus={(event) => event.currentTarget.select()}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') event.currentTarget.blur();
                    if (event.key === 'Escape') setRenamed(undefined);
                  }}
                  onBlur={({ currentTarget: { value } }) => {
                    const title = value.trim();
                    if (title !== '' && title !== tab.title)
                      props.onRename(tab.id, title.slice(0, 200));
                    setRenamed(undefined);
                  }}
                />
              ) : (
                <button
                  type="button"
                  id={`tab-${tab.id}`}
                  aria-current={isActive ? 'page' : undefined}
                  className={classes.title}
                  title={tab.title}
                  onClick={() => onOpen(tab.id)}
                  onDoubleClick={() => setRenamed(tab.id)}
                  onAuxClick={(event) => event.button === 1 && onClose(tab.id)}
                  onKeyDown={(event) => press(event, place)}
                >
                  <TabMark tabId={tab.id} runs={runs} isSaved={tab.queryId !== null} />
                  <span className={classes.text}>{tab.title}</span>
                </button>
              )}
              <button
                type="button"
                className={classes.close}
                aria-label={t('tabs.close', { title: tab.title })}
                onClick={() => onClose(tab.id)}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          );
        })}
      </ul>
      <ActionIcon variant="subtle" aria-label={t('tabs.add')} onClick={onAdd}>
        <Icon name="plus" size={16} />
      </ActionIcon>
      {closed.length > 0 && (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={t('tabs.closed')}>
              <Icon name="chevronDown" size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('tabs.closed')}</Menu.Label>
            {closed.slice(0, 10).map((tab) => (
              <Menu.Item key={tab.id} onClick={() => props.onReopen(tab)}>
                <span className={classes.closedTitle}>{tab.title}</span>
                <span className={classes.closedSql}>{tab.sql.slice(0, 80)}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

type TabMarkProps = { tabId: string; runs: RunStore; isSaved: boolean };

/** What goes on in a tab that is not looked at. */
function TabMark({ tabId, runs, isSaved }: TabMarkProps) {
  const { t } = useTranslation('sql');
  const { isRunning, transaction } = useSyncExternalStore(runs.subscribe, () => runs.of(tabId));
  if (isRunning) return <span className={classes.running} title={t('tabs.running')} />;
  if (transaction) return <span className={classes.open} title={t('tabs.inTransaction')} />;
  return <Icon name={isSaved ? 'star' : 'code'} size={13} />;
}
