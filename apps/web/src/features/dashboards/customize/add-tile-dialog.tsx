import type { TileContent, TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { queryRoutes, type SavedQuery } from '@causeway/contract/sql/queries.ts';
import { Modal, TextInput } from '@mantine/core';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { suggestKind } from '#domain/dashboards/suggest-kind.ts';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './add-tile-dialog.module.css';

type AddTileDialogProps = {
  project: Project;
  onAdd: (tile: TileContent, query: TileQuery) => void;
  onClose: () => void;
};

/** Saved queries of every connector of the project, to put one on the dashboard. */
export function AddTileDialog({ project, onAdd, onClose }: AddTileDialogProps) {
  const { t } = useTranslation('dashboards');
  const queryClient = useQueryClient();
  const scopedHref = useScopedHref();
  const [search, setSearch] = useState('');
  const { connectors } = project;
  const lists = useQueries({ queries: connectors.map(({ id }) => savedQueriesQuery(id)) });
  const nameOf = new Map(connectors.map(({ id, name }) => [id, name]));
  const queries = lists.flatMap(({ data }) => data ?? []);
  const found = queries.filter(({ name, folder }) =>
    `${folder}/${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const isLoading = lists.some(({ isPending }) => isPending);

  const add = useMutation({
    mutationFn: async (chosen: SavedQuery) => {
      const query = chosen.isShared ? chosen : await share(chosen);
      return { query, tile: await tileOf(query) };
    },
    onSuccess: ({ query, tile }) => {
      const { id, name, connectorId, version, parameters } = query;
      onAdd(tile, { state: 'ready', id, name, connectorId, version, parameters });
    },
  });

  /** A dashboard is for everybody, so its queries are too. */
  async function share({ id: queryId, version, connectorId }: SavedQuery): Promise<SavedQuery> {
    const shared = await api.call(queryRoutes.update, {
      params: { queryId },
      body: { connector: { id: connectorId }, version, isShared: true },
    });
    await queryClient.invalidateQueries(savedQueriesQuery(connectorId));
    return shared;
  }

  /** How it is best seen; one that fails is added too, and says on its tile what is wrong. */
  async function tileOf(query: SavedQuery): Promise<TileContent> {
    const asking = { title: '', queryId: query.id, parameters: [] };
    try {
      const { fields, rows } = await queryClient.fetchQuery(tileRowsQuery(query));
      const kind = suggestKind(fields, rows.length);
      return kind === 'chart' ? { ...asking, kind, chart: null } : { ...asking, kind };
    } catch {
      // A query that fails is a table that says why.
      return { ...asking, kind: 'table' };
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('addQueryTitle')}
      size={520}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <TextInput
        type="search"
        data-autofocus
        leftSection={<Icon name="search" size={15} />}
        aria-label={t('searchQueries')}
        placeholder={t('searchQueries')}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      {add.error && <p className={classes.error}>{errorText(add.error)}</p>}
      {isLoading && <SkeletonLines />}
      {!isLoading && queries.length === 0 && (
        <p className={classes.none}>
          {t('noQueries')} <AppLink href={scopedHref('/sql/editor')}>{t('toEditor')}</AppLink>
        </p>
      )}
      {queries.length > 0 && found.length === 0 && (
        <p className={classes.none}>{t('noQueryMatches')}</p>
      )}
      <ul className={classes.list}>
        {found.map((query) => (
          <li key={query.id}>
            <button
              type="button"
              className={classes.query}
              disabled={add.isPending || (!query.isShared && !query.isEditable)}
              onClick={() => add.mutate(query)}
            >
              <span className={classes.name}>{query.name}</span>
              <span className={classes.place}>
                {[nameOf.get(query.connectorId), query.folder].filter(Boolean).join(' · ')}
              </span>
              {!query.isShared && (
                <span className={classes.private}>
                  <Icon name="lock" size={12} /> {t('willBeShared')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
