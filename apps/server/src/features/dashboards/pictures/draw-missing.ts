import { isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import { sketchDashboard } from '@causeway/contract/drawing/sketch-tile.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Database } from '#platform/db/database.ts';
import type { Events } from '#platform/events/events.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import { askTiles, openView } from '../ask-tiles.ts';
import { keepPicture, listUndrawn } from '../marks.ts';

type Needs = { db: Database; events: Events; actAs: ActAs };

/** A list is opened often, and nobody waits for this: a few at a time, one after the other. */
const MOST_AT_ONCE = 4;
const LONGEST_MS = 60_000;
const AGAIN_MS = 10 * 60_000;
/** What showed nothing may do so soon. */
const SOON_MS = 5_000;
/** Rows of the grid that a small picture shows. */
const SHOWN_ROWS = 14;
/** What was read today is good enough for a picture. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Draws dashboards nobody has looked at yet, with the rights of who sees their list, behind their
 * back; browsers hear of it as of every change. What could not be drawn is left alone for a while.
 */
export function createMissingPictures({ db, events, actAs }: Needs) {
  const begun = new Map<string, number>();

  async function draw(actor: ProjectActor, dashboardId: string): Promise<boolean> {
    const projectId = actor.project.id;
    const behalf = { userId: actor.user.id, ref: actor.ref, projectId, dashboardId };
    const view = await openView({ db, actAs }, behalf);
    const { dashboard } = view;
    const [first] = dashboard.tabs;
    const tiles = dashboard.tiles.filter(
      ({ y, tab }) => y < SHOWN_ROWS && (!first || !tab || tab === first.id),
    );
    const shown = await askTiles(
      { ...view, dashboard: { ...dashboard, tiles } },
      { asked: {}, maxAge: MAX_AGE_SECONDS, signal: AbortSignal.timeout(LONGEST_MS) },
    );
    const states = shown.map(({ tile, rows, failure }) => ({
      tile,
      rows,
      hasFailed: isAsking(tile) && failure !== undefined,
    }));
    const picture = sketchDashboard(states, 'en');
    if (!picture) return false;
    await db.transaction(async (tx) => {
      await keepPicture(tx, actor, dashboard, picture);
      await events.publish(
        tx,
        { projectId },
        { type: 'dashboards.changed', projectId, dashboardId },
      );
    });
    return true;
  }

  return async function drawMissing(actor: ProjectActor): Promise<void> {
    const now = Date.now();
    for (const [key, at] of begun) if (now - at > AGAIN_MS) begun.delete(key);
    const missing = await listUndrawn(db, actor);
    const wanted = missing
      .filter(({ id }) => !begun.has(`${actor.user.id} ${id}`))
      .slice(0, MOST_AT_ONCE);
    for (const { id } of wanted) begun.set(`${actor.user.id} ${id}`, now);
    for (const { id } of wanted) {
      const isDrawn = await draw(actor, id);
      if (!isDrawn) begun.set(`${actor.user.id} ${id}`, Date.now() - AGAIN_MS + SOON_MS);
    }
  };
}
