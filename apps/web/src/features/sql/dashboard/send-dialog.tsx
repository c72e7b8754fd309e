import type { NamedChart } from '@causeway/contract/dashboards/charts.ts';
import type { TileContent } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import {
  Button,
  Group,
  Modal,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { showWithButton } from '#ui/show-with-button.tsx';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { suggestKind } from '#domain/dashboards/suggest-kind.ts';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { keepHere } from '#platform/keep-here.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import { QueryUses } from '../queries/query-uses.tsx';
import { planQuery, type QueryPlan, type SentSource } from './query-of-tile.ts';
import classes from './send-dialog.module.css';
import { useSend } from './use-send.ts';

const kinds = ['number', 'chart', 'table'] as const;
type Kind = (typeof kinds)[number];

/** How it is to be seen, as far as whoever asks knows it. */
export type SentTile = { kind: Kind; chart?: NamedChart | null };

type SendDialogProps = {
  projectId: string;
  connectorId: string;
  source: SentSource;
  tile: SentTile | undefined;
  /** The saved query that the tile uses. */
  onSaved?: (query: SavedQuery) => void;
  onClose: () => void;
};

/** Puts what a query finds on a dashboard, and saves the query first where it is not saved. */
export default function SendDialog(props: SendDialogProps) {
  const { t } = useTranslation('sql');
  const saved = useQuery(savedQueriesQuery(props.connectorId));
  const dashboards = useQuery(dashboardsQuery(props.projectId));
  const error = saved.error ?? dashboards.error;
  const guard = useTypedGuard(props.onClose);
  return (
    <Modal
      opened
      {...guard}
      title={t('dashboard.title')}
      size={460}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {error && <p className={classes.error}>{errorText(error)}</p>}
      {saved.data && dashboards.data && (
        <SendForm
          {...props}
          plan={planQuery(props.source, saved.data)}
          dashboards={dashboards.data}
        />
      )}
    </Modal>
  );
}

type SendFormProps = SendDialogProps & { plan: QueryPlan; dashboards: DashboardSummary[] };

const NEW = 'new';

function SendForm(props: SendFormProps) {
  const { projectId, connectorId, plan, tile, dashboards, onSaved, onClose } = props;
  const { t } = useTranslation('sql');
  const openHref = useOpenHref();
  const lastKey = `causeway.sentTo.${projectId}`;
  const [dashboardId, setDashboardId] = useState(() => {
    const last = localStorage.getItem(lastKey);
    return (dashboards.find(({ id }) => id === last) ?? dashboards[0])?.id ?? NEW;
  });
  const [newDashboard, setNewDashboard] = useState('');
  const [asNew, setAsNew] = useState(plan.kind === 'new');
  const [queryName, setQueryName] = useState(plan.kind === 'new' ? plan.name : plan.query.name);
  const [title, setTitle] = useState('');
  const suggested = useSuggestedKind(plan, tile);
  const [chosen, setKind] = useState<Kind>();
  const kind = chosen ?? suggested;

  const send = useSend({ projectId, connectorId }, ({ query, dashboard }) => {
    keepHere(lastKey, dashboard.id);
    onSaved?.(query);
    onClose();
    const search = new URLSearchParams({ projectId, connectorId });
    void showWithButton(
      t('dashboard.added', { tile: title || query.name, dashboard: dashboard.name }),
      {
        label: t('dashboard.open'),
        act: () => openHref(`/dashboards/${dashboard.id}?${search}`),
      },
    );
  });

  function tileOf(queryId: string): TileContent {
    const asking = { title, queryId, parameters: plan.kind === 'as-is' ? plan.given : [] };
    return kind === 'chart' ? { ...asking, kind, chart: tile?.chart ?? null } : { ...asking, kind };
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    send.mutate({
      plan,
      newName: asNew ? queryName : undefined,
      to: dashboardId === NEW ? { newDashboard } : { dashboardId },
      tile: tileOf,
    });
  }

  const isMissing =
    (asNew && queryName.trim() === '') || (dashboardId === NEW && newDashboard.trim() === '');
  const willShare = plan.kind === 'new' || asNew || !plan.query.isShared;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label={t('dashboard.which')}
          value={dashboardId}
          data={[
            ...dashboards.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW, label: t('dashboard.new') },
          ]}
          onChange={({ currentTarget: { value } }) => setDashboardId(value)}
        />
        {dashboardId === NEW && (
          <TextInput
            label={t('dashboard.newName')}
            value={newDashboard}
            maxLength={160}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setNewDashboard(value)}
          />
        )}
        <SegmentedControl
          fullWidth
          aria-label={t('dashboard.shownAs')}
          value={kind}
          data={kinds.map((one) => ({ value: one, label: t(`dashboard.${one}`) }))}
          onChange={setKind}
        />
        {plan.kind === 'changed' && (
          <Radio.Group
            value={asNew ? 'new' : 'version'}
            onChange={(how) => setAsNew(how === 'new')}
          >
            <Stack gap={6}>
              <Radio
                value="version"
                label={t('dashboard.saveVersion', {
                  version: plan.query.version + 1,
                  name: plan.query.name,
                })}
              />
              <Radio value="new" label={t('dashboard.saveNew')} />
            </Stack>
          </Radio.Group>
        )}
        {plan.kind === 'changed' && !asNew && (
          <QueryUses connectorId={connectorId} queryId={plan.query.id} />
        )}
        {asNew && (
          <TextInput
            label={t('dashboard.queryName')}
            value={queryName}
            maxLength={160}
            onChange={({ currentTarget: { value } }) => setQueryName(value)}
          />
        )}
        <TextInput
          label={t('dashboard.tileTitle')}
          placeholder={asNew || plan.kind === 'new' ? queryName : plan.query.name}
          value={title}
          maxLength={160}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        <p className={classes.note}>
          {plan.kind === 'as-is' && t('dashboard.usesSaved', { name: plan.query.name })}{' '}
          {willShare && t('dashboard.shared')}
        </p>
        {send.error && <p className={classes.error}>{errorText(send.error)}</p>}
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending} disabled={isMissing}>
            {t('dashboard.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is known of the result decides; of a query nobody ran here, its rows are asked for. */
function useSuggestedKind(plan: QueryPlan, tile: SentTile | undefined): Kind {
  const query = plan.kind === 'as-is' ? plan.query : undefined;
  const { data } = useQuery({
    ...tileRowsQuery(query ?? { id: '', connectorId: '', version: 0 }),
    enabled: query !== undefined && tile === undefined,
  });
  return tile?.kind ?? (data ? suggestKind(data.fields, data.rows.length) : 'table');
}
