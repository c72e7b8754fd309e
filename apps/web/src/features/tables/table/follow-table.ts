import { rememberExploreMode } from '@causeway/contract/settings/explore-modes.ts';
import { isErrorBody } from '#platform/api/client.ts';
import {
  findRenamedAddress,
  type TableRename,
} from '@causeway/contract/settings/renamed-addresses.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { RenamedTable } from '@causeway/contract/tables/tables.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#platform/api/query-client.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { moveRecentPages } from '#platform/navigation/recent-pages.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { changeSetting } from '#platform/settings/use-settings.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { moveLayout } from '../grid/kept-layout.ts';
import type { TableName } from '../table-name.ts';

type Missing = { connectorId: string; name: TableName; error: unknown };

/**
 * An old name in an address leads to the table it meant, and what this user keeps by that name goes
 * along: pins, how pages are shown, recent pages, the arrangement of columns. True on the way there.
 */
export function useFollowTable({ connectorId, name, error }: Missing): boolean {
  const { t } = useTranslation('tables');
  const openHref = useOpenHref();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const after = findNewName(error);
  const rename = after && { connectorId, before: name, after };
  const target = rename && findRenamedAddress(href, rename);
  useEffect(() => {
    if (!rename || target === undefined) return;
    takeAlong(rename);
    void queryClient.invalidateQueries({ queryKey: ['connectors'] });
    openHref(target, { replace: true });
    const names = { before: settingsNameOf(rename.before), after: settingsNameOf(rename.after) };
    void loadNotifications().then((notifications) =>
      notifications.show({ id: target, message: t('renamed', names), withCloseButton: false }),
    );
    // Everything else follows from where it leads to.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target]);
  return target !== undefined;
}

function findNewName(error: unknown): TableName | undefined {
  if (!isErrorBody(error) || error.code !== 'E_TABLE_NOT_FOUND') return undefined;
  return (error.details as Partial<RenamedTable> | undefined)?.renamed;
}

function takeAlong(rename: TableRename): void {
  const user = findCurrentUser();
  moveLayout(rename.connectorId, rename.before, rename.after);
  if (!user) return;
  const { pins, exploreModes } = user.settings;
  const findMoved = (url: string) => findRenamedAddress(url, rename);
  moveRecentPages(user.id, findMoved);
  if (pins.some(({ url }) => findMoved(url))) {
    changeSetting({
      pins: pins.map((pin) => {
        const url = findMoved(pin.url);
        // A name somebody gave stays theirs.
        const isOwn = pin.name !== rename.before.table;
        return url ? { url, name: isOwn ? pin.name : rename.after.table } : pin;
      }),
    });
  }
  const moved = exploreModes.filter(({ url }) => findMoved(url));
  if (moved.length > 0) {
    const others = exploreModes.filter((mode) => !moved.includes(mode));
    changeSetting({
      exploreModes: moved.reduce(
        (modes, { url, mode }) => rememberExploreMode(modes, findMoved(url) ?? url, mode),
        others,
      ),
    });
  }
}
