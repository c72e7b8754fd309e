import type { Mention } from '@causeway/contract/assistant/threads.ts';
import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './mention-menu.module.css';

type MentionMenuProps = {
  projectId: string;
  connectorId: string | null;
  bucketId: string | undefined;
  search: string;
  onChoose: (mention: Mention) => void;
  onClose: () => void;
};

type Found = { key: string; name: string; icon: IconName; mention: Mention };

const MOST_FOUND = 6;

/** Tables, dashboards and files whose name holds what was typed behind the @. */
export function MentionMenu(props: MentionMenuProps) {
  const { projectId, connectorId, bucketId, search, onChoose } = props;
  const { t } = useTranslation('assistant');
  const dashboards = useQuery(dashboardsQuery(projectId));
  const tables = useQuery({
    queryKey: ['assistant', 'mention-tables', connectorId, search],
    enabled: connectorId !== null,
    queryFn: ({ signal }) =>
      api.call(
        tableRoutes.list,
        { query: { connector: { id: connectorId ?? '' }, search, limit: MOST_FOUND } },
        { signal },
      ),
  });
  const files = useQuery({
    queryKey: ['assistant', 'mention-files', bucketId, search],
    enabled: bucketId !== undefined && search.length >= 2,
    retry: false,
    queryFn: ({ signal }) =>
      api.call(
        bucketIndexRoutes.search,
        { query: { connector: { id: bucketId ?? '' }, text: search, limit: MOST_FOUND } },
        { signal },
      ),
  });
  const wanted = search.toLowerCase();
  const found: Found[] = [
    ...(tables.data?.tables ?? []).map(({ name }): Found => ({
      key: `table ${name}`,
      name,
      icon: 'table',
      mention: { kind: 'table', schema: 'public', table: name },
    })),
    ...(dashboards.data ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, MOST_FOUND)
      .map(({ id, name }): Found => ({
        key: `dashboard ${id}`,
        name,
        icon: 'dashboard',
        mention: { kind: 'dashboard', dashboardId: id, name },
      })),
    ...(files.data?.items ?? []).map(({ path: key, name }): Found => ({
      key: `file ${key}`,
      name,
      icon: 'file',
      mention: { kind: 'file', connectorId: bucketId ?? '', key },
    })),
  ];
  if (found.length === 0) return null;
  return (
    <ul className={classes.menu} aria-label={t('composer.mentions')}>
      {found.map(({ key, name, icon, mention }) => (
        <li key={key}>
          <button type="button" className={classes.item} onClick={() => onChoose(mention)}>
            <Icon name={icon} size={14} />
            <span className={classes.name}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
