import { queryRoutes, type SavedQuery } from '@causeway/contract/sql/queries.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { shareAsSnippetHref } from '#domain/snippets/hand-over.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import type { OpenDialog } from '../editor-dialogs.tsx';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import classes from './saved-list.module.css';

type SavedListProps = {
  connectorId: string;
  search: string;
  mayWrite: boolean;
  onQuery: (query: SavedQuery) => void;
  onDialog: (dialog: OpenDialog) => void;
};

/** Saved queries by folder: one's own and those of the project. */
export function SavedList(props: SavedListProps) {
  const { connectorId, search, mayWrite, onQuery, onDialog } = props;
  const { t } = useTranslation('sql');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const saved = useQuery(savedQueriesQuery(connectorId));
  const low = search.toLowerCase();

  async function remove(query: SavedQuery) {
    const about = { params: { queryId: query.id } };
    const connector = { id: connectorId };
    const uses = await api.call(queryRoutes.uses, { ...about, query: { connector } });
    const isSure =
      uses.length === 0 ||
      (await confirmDialog({
        title: t('saved.deleteUsed', { name: query.name }),
        lead: 'uses',
        losses: uses.map(({ name }) => name),
        confirmLabel: t('saved.delete'),
      }));
    if (!isSure) return;
    await api.call(queryRoutes.remove, { ...about, body: { connector } });
    const refresh = () => queryClient.invalidateQueries(savedQueriesQuery(connectorId));
    await refresh();
    await showUndo(t('saved.deleted', { name: query.name }), async () => {
      await api.call(queryRoutes.restore, { ...about, body: { connector } });
      await refresh();
    });
  }

  return (
    <QueryView query={saved} empty={<p className={classes.none}>{t('saved.none')}</p>}>
      {(queries) => {
        const found = queries.filter(({ name, folder, sql }) =>
          `${folder}/${name}\n${sql}`.toLowerCase().includes(low),
        );
        const folders = Map.groupBy(found, ({ folder }) => folder);
        return (
          <div className={classes.list}>
            {[...folders].map(([folder, inside]) => (
              <section key={folder}>
                {folder !== '' && (
                  <h3 className={classes.folder}>
                    <Icon name="folder" size={13} /> {folder}
                  </h3>
                )}
                <ul>
                  {inside.map((query) => (
                    <li key={query.id} className={classes.item}>
                      <button
                        type="button"
                        className={classes.open}
                        title={query.description || query.sql.slice(0, 300)}
                        onClick={() => onQuery(query)}
                      >
                        <span className={classes.name}>{query.name}</span>
                        {query.isShared && (
                          <Icon name="users" size={13} label={t('saved.shared')} />
                        )}
                      </button>
                      <Menu position="bottom-end">
                        <Menu.Target>
                          <ActionIcon
                            size={22}
                            variant="subtle"
                            aria-label={t('saved.menu', { name: query.name })}
                          >
                            <Icon name="more" size={14} />
                          </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                          <Menu.Item
                            leftSection={<Icon name="history" />}
                            onClick={() => onDialog({ kind: 'versions', queryId: query.id })}
                          >
                            {t('toolbar.versions')}
                          </Menu.Item>
                          <Menu.Item
                            leftSection={<Icon name="edit" />}
                            disabled={!query.isEditable}
                            onClick={() => onDialog({ kind: 'details', query })}
                          >
                            {t('saved.edit')}
                          </Menu.Item>
                          <Menu.Item
                            leftSection={<Icon name="share" />}
                            onClick={() =>
                              openHref(shareAsSnippetHref({ ...query, title: query.name }))
                            }
                          >
                            {t('toolbar.shareAsSnippet')}
                          </Menu.Item>
                          {mayWrite && (query.isShared || query.isEditable) && (
                            <Menu.Item
                              leftSection={<Icon name="dashboard" />}
                              onClick={() => onDialog({ kind: 'dashboard', query })}
                            >
                              {t('dashboard.send')}
                            </Menu.Item>
                          )}
                          <Menu.Item
                            leftSection={<Icon name="trash" />}
                            disabled={!query.isEditable}
                            onClick={() => void remove(query).catch(notifyError)}
                          >
                            {t('saved.delete')}
                          </Menu.Item>
                        </Menu.Dropdown>
                      </Menu>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {found.length === 0 && <p className={classes.none}>{t('saved.noMatch')}</p>}
          </div>
        );
      }}
    </QueryView>
  );
}
