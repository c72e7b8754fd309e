import { resolveDates } from '@causeway/contract/dashboards/filter-dates.ts';
import { readFilters } from '@causeway/contract/dashboards/filter-values.ts';
import { writePart } from '@causeway/contract/drawing/time-buckets.ts';
import { paperRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import {
  type Asking,
  askTiles,
  openView,
  readAsked,
  showTile,
  type Shown,
  titleOf,
  type View,
} from './ask-tiles.ts';
import { blockOf } from './drawing/blocks.ts';
import type { Drawing } from './drawing/drawing.ts';
import type { Paper } from './drawing/paper.ts';
import { says } from './drawing/says.ts';

const MAX_AGE_SECONDS = 300;
const SEEN_SECONDS = 86_400;

export function mountPaper(
  mount: Mount,
  { db, env }: Services,
  needs: { actAs: ActAs; drawing: Drawing },
): void {
  const { actAs, drawing } = needs;
  mount('dashboardPaper', paperRoutes, {
    pdf: async ({ params, body, actor, signal }) => {
      const behalf = { userId: actor.user.id, ref: actor.ref, projectId: actor.project.id };
      const view = await openView({ db, actAs }, { ...behalf, dashboardId: params.dashboardId });
      // Paper of which every tile failed would be no answer.
      readAsked(view, body.asked);
      const asking = { asked: body.asked, maxAge: MAX_AGE_SECONDS, signal };
      const shown = await askTiles(view, { ...asking, withImages: true });
      const reader = { ...asking, language: body.language, origin: env.publicUrl };
      const pdf = await drawing.pdf(paperOf(view, shown, reader));
      return { fileName: `${view.dashboard.name}.pdf`, base64: pdf.toString('base64') };
    },
    picture: async ({ params, body, actor, signal }) => {
      const { asked, where, language, width, height } = body;
      const behalf = { userId: actor.user.id, ref: actor.ref, projectId: actor.project.id };
      const view = await openView({ db, actAs }, { ...behalf, dashboardId: params.dashboardId });
      const tile = view.dashboard.tiles.find(({ id }) => id === params.tileId);
      if (!tile) throw new Failure('E_NOT_FOUND', 'The tile is gone.');
      // What the screen shows is kept, and nothing older.
      const read = await showTile(view, tile, { asked, where, maxAge: SEEN_SECONDS, signal });
      const { timeZone, dashboard } = view;
      const title = titleOf(tile, dashboard);
      const { colours } = dashboard.settings;
      const png = await drawing.tile({
        title,
        block: blockOf({ tile, ...read }, { language, timeZone, colours }),
        line: read.rows ? lineOf({ shown: [read], asked, view, language }) : '',
        language,
        width,
        height,
      });
      return { fileName: `${title || tile.kind}.png`, base64: png.toString('base64') };
    },
  });
}

/** The dashboard on paper: its tiles where they lie, and what it was narrowed to on every page. */
export function paperOf(
  view: View,
  shown: readonly Shown[],
  { asked, language, origin }: Pick<Asking, 'asked'> & { language: UiLanguage; origin: string },
): Paper {
  const { dashboard, timeZone } = view;
  const { colours } = dashboard.settings;
  return {
    title: dashboard.name,
    line: lineOf({ shown, asked, view, language }),
    language,
    tiles: shown.map(({ tile, title, ...read }) => {
      const { id, x, y, w, h } = tile;
      return {
        id,
        x,
        y,
        w,
        h,
        title,
        block: blockOf({ tile, ...read }, { language, timeZone, colours, origin }),
      };
    }),
  };
}

type Line = {
  shown: readonly Pick<Shown, 'rows'>[];
  view: Pick<View, 'dashboard' | 'timeZone' | 'now'>;
  language: UiLanguage;
} & Pick<Asking, 'asked'>;

/** When the oldest of what is shown was true, and by which filters. */
export function lineOf({ shown, asked, view, language }: Line): string {
  const { timeZone } = view;
  const moments = shown.flatMap(({ rows }) => rows?.asOf ?? []).toSorted();
  const moment = new Date(moments[0] ?? Date.now()).toLocaleString(language, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return [says[language].asOf(moment, timeZone), ...filterLines({ asked, view, language })].join(
    ' · ',
  );
}

/** Also those whose first value counts because nobody asked for another. */
function filterLines({ asked, view, language }: Omit<Line, 'shown'>): string[] {
  const { dashboard, now, timeZone } = view;
  const { picks } = readFilters(dashboard.filters, asked);
  return dashboard.filters.flatMap(({ slug, label, type }) => {
    const { values = [], isEmpty = false } = picks[slug] ?? {};
    const days = type === 'dates' ? resolveDates(values[0] ?? '', now, timeZone) : undefined;
    const [from, before] = [Date.parse(days?.from ?? ''), Date.parse(days?.before ?? '')];
    const written = before > from ? [writePart({ from, before }, language)] : values;
    const all = [...written, ...(isEmpty ? [says[language].empty] : [])];
    return all.length > 0 ? [`${label}: ${all.join(', ')}`] : [];
  });
}
