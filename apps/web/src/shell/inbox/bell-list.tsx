import { Button, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryLine } from '#domain/inbox/entry-line.tsx';
import lines from '#domain/inbox/entry-line.module.css';
import { latestQuery } from '#domain/inbox/inbox-query.ts';
import { markAllRead } from '#domain/inbox/read-entries.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { QueryView } from '#ui/query-view.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';
import classes from './bell-list.module.css';

export default function BellList({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('inbox');
  const { ref, isOpen, setOpen } = useFirstOpening();
  const latest = useQuery(latestQuery);
  const mayChange = useCurrentUser().impersonator === null;
  const newest = latest.data?.items[0];
  const leave = () => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(trigger, { ref, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('title')} className={classes.dropdown}>
        <header className={classes.head}>
          <h2 className={classes.title}>{t('title')}</h2>
          {mayChange && newest && (latest.data?.unread ?? 0) > 0 && (
            <Button size="compact-xs" variant="subtle" onClick={() => markAllRead(newest)}>
              {t('readAll')}
            </Button>
          )}
        </header>
        <div className={classes.list}>
          <QueryView
            query={latest}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <p className={classes.none}>
                <strong>{t('none')}</strong>
                <br />
                {t('noneLine')}
              </p>
            }
          >
            {({ items }) => (
              <ul className={lines.list}>
                {items.map((entry) => (
                  <EntryLine key={entry.id} entry={entry} mayChange={mayChange} onLeave={leave} />
                ))}
              </ul>
            )}
          </QueryView>
        </div>
        <footer className={classes.foot}>
          <AppLink href="/inbox" onClick={leave}>
            {t('all')}
          </AppLink>
          <AppLink href="/account/notifications" onClick={leave}>
            {t('settings')}
          </AppLink>
        </footer>
      </Popover.Dropdown>
    </Popover>
  );
}
