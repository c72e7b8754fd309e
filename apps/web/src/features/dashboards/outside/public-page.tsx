import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import {
  missingFilters,
  readFilters,
  writePick,
} from '@causeway/contract/dashboards/filter-values.ts';
import {
  publicViewRoutes,
  type PublicDashboard,
  type PublicRows,
  type PublicTile,
} from '@causeway/contract/dashboards/links.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { AsOf } from '../tile/as-of.tsx';
import { LinkBody } from '../tile/link-body.tsx';
import { TileFrame } from '../tile/tile-frame.tsx';
import { TileRows } from '../tile/tile-rows.tsx';
import { TileGrid } from '../view/tile-grid.tsx';
import { DeadLink, isOver } from './dead-link.tsx';
import classes from './outside.module.css';
import { PublicFilters, type Holder } from './public-filters.tsx';

const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));

/**
 * A dashboard for who holds its link. The token stands behind the # of the address, which browsers
 * send to nobody: no log, no proxy and no other page learns it.
 */
export default function PublicPage() {
  const { t } = useTranslation('dashboards');
  const token = location.hash.slice(1);
  const [pass, setPass] = useState<string>();
  const holder: Holder = { token, ...(pass !== undefined && { pass }) };
  const dashboard = useQuery({
    queryKey: ['shared', token, pass],
    queryFn: ({ signal }) => api.call(publicViewRoutes.open, { body: holder }, { signal }),
    retry: false,
    staleTime: Infinity,
  });
  const { error } = dashboard;
  if (isErrorBody(error) && error.code === 'E_LINK_PASSWORD') {
    return <Gate token={token} onPass={setPass} />;
  }
  if (isOver(error)) {
    return (
      <main className={classes.page}>
        <DeadLink error={error} line={t('out.newLink')} />
      </main>
    );
  }
  return (
    <main className={classes.page}>
      <QueryView query={dashboard} skeleton={<SkeletonCards count={4} height={180} />}>
        {(shown) => <Shown holder={holder} dashboard={shown} />}
      </QueryView>
    </main>
  );
}

function Gate({ token, onPass }: { token: string; onPass: (pass: string) => void }) {
  const { t } = useTranslation('dashboards');
  const [password, setPassword] = useState('');
  const unlock = useMutation({
    mutationFn: () => api.call(publicViewRoutes.unlock, { body: { token, password } }),
    onSuccess: ({ pass }) => onPass(pass),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    unlock.mutate();
  };
  return (
    <main className={classes.page}>
      <form className={classes.gate} onSubmit={submit}>
        <h1 className={classes.title}>{t('out.gate')}</h1>
        <PasswordInput
          label={t('out.gatePassword')}
          value={password}
          autoFocus
          error={unlock.error && errorText(unlock.error)}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={unlock.isPending}>
          {t('out.enter')}
        </Button>
      </form>
    </main>
  );
}

type ShownProps = { holder: Holder; dashboard: PublicDashboard };

function Shown({ holder, dashboard }: ShownProps) {
  const { t } = useTranslation('dashboards');
  const { name, description, filters, tiles, timeZone } = dashboard;
  // Not in the address: what a stranger looks at is in no log.
  const [asked, setAsked] = useState<AskedFilters>({});
  const state = readFilters(filters, asked);
  const missing = missingFilters(filters, state);
  const problem = state.problems[0];
  return (
    <>
      <title>{name}</title>
      <div className={classes.bar}>
        <div className={classes.heading}>
          <h1 className={classes.title}>{name}</h1>
          <p className={classes.line}>{[description, timeZone].filter(Boolean).join(' · ')}</p>
        </div>
        <PublicFilters
          holder={holder}
          dashboard={dashboard}
          state={state}
          asked={asked}
          onSet={(filter, pick) => setAsked(writePick(asked, filter, pick))}
        />
      </div>
      {missing.length > 0 && (
        <p className={classes.line}>
          {t('filters.missing', { names: missing.map(({ label }) => label).join(', ') })}
        </p>
      )}
      {problem && (
        <p className={classes.line} role="alert">
          {t('filters.wrong', { slug: labelOf(filters, problem.slug), value: problem.value })}{' '}
          {t('filters.nothingShown')}
        </p>
      )}
      {missing.length === 0 && !problem && (
        <TileGrid tiles={tiles as never}>
          {(tile) => (
            <PublicTileView holder={holder} tile={tile} asked={asked} timeZone={timeZone} />
          )}
        </TileGrid>
      )}
    </>
  );
}

function labelOf(filters: PublicDashboard['filters'], slug: string): string {
  return filters.find((one) => one.slug === slug)?.label ?? slug;
}

type TileProps = {
  holder: Holder;
  tile: PublicTile;
  asked: AskedFilters;
  timeZone: string;
};

function PublicTileView(props: TileProps) {
  const { tile } = props;
  if (tile.kind === 'text') {
    return (
      <TileFrame title={tile.title} isPlain>
        <Suspense fallback={null}>
          <Markdown text={tile.text ?? ''} />
        </Suspense>
      </TileFrame>
    );
  }
  if (tile.kind === 'link') {
    return tile.href ? (
      <LinkBody tile={{ ...tile, kind: 'link', href: tile.href, text: tile.text ?? '' }} />
    ) : (
      <TileFrame title={tile.title}>
        <p className={classes.inside}>{tile.text}</p>
      </TileFrame>
    );
  }
  if (tile.kind === 'image') return <PublicImage {...props} />;
  return <AskingTileView {...props} />;
}

/** Asked for by its tile: its place in the bucket is none of a stranger's business. */
function PublicImage({ holder, tile }: TileProps) {
  const { t } = useTranslation('dashboards');
  const { data, error } = useQuery({
    queryKey: ['shared', holder.token, holder.pass, 'image', tile.id],
    queryFn: ({ signal }) =>
      api.call(publicViewRoutes.image, { body: { ...holder, tileId: tile.id } }, { signal }),
    retry: false,
    staleTime: Infinity,
  });
  return (
    <TileFrame title={tile.title}>
      {data && (
        <img
          className={classes.image}
          src={`data:image/jpeg;base64,${data.base64}`}
          alt={tile.alt || t('image.unnamed')}
          data-fit={tile.fit}
        />
      )}
      {error && (
        <p className={classes.inside} role="alert">
          {errorText(error)}
        </p>
      )}
    </TileFrame>
  );
}

function AskingTileView({ holder, tile, asked, timeZone }: TileProps) {
  const rows = useQuery({
    queryKey: ['shared', holder.token, holder.pass, 'rows', tile.id, asked],
    queryFn: async ({ signal }): Promise<QueryRows & Pick<PublicRows, 'colours'>> => {
      const body = { ...holder, tileId: tile.id, asked };
      const found = await api.call(publicViewRoutes.rows, { body }, { signal });
      return { ...found, version: 0, milliseconds: 0 } as QueryRows & Pick<PublicRows, 'colours'>;
    },
    retry: false,
    staleTime: 60_000,
  });
  // What a stranger is told of a tile is what its body draws.
  const drawn = tile as unknown as AskingTile;
  return (
    <TileFrame
      title={tile.title}
      tools={rows.data && <AsOf at={rows.data.asOf} timeZone={timeZone} />}
    >
      <TileRows
        tile={drawn}
        title={tile.title}
        rows={rows}
        timeZone={timeZone}
        {...(rows.data && { colours: rows.data.colours })}
      />
    </TileFrame>
  );
}
