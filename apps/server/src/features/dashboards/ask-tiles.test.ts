import { afterAll, expect, test } from 'vitest';
import { startDashboards } from '#testing/dashboard-requests.ts';
import { askTiles, openView } from './ask-tiles.ts';

const { space, create, save } = await startDashboards();
afterAll(() => space.stop());

test('DASH-7 what is mailed knows the filters its query has no parameter for, and is not read where it takes one of several values', async () => {
  const queries = [
    await save('Plain', 'select 1 as n'),
    await save('Taking one', 'select 1 as n where :country::text is not null', {
      parameters: [{ name: 'country', type: 'text', value: null }],
    }),
  ];
  const { id: dashboardId } = await create('Filtered', {
    tiles: queries.map(({ id: queryId }, place) => ({
      id: crypto.randomUUID(),
      kind: 'table',
      title: '',
      queryId,
      parameters: [],
      x: 0,
      y: 3 * place,
      w: 3,
      h: 3,
    })),
    filters: [
      {
        slug: 'country',
        label: 'Country',
        type: 'text',
        options: ['DE', 'FR'],
        initial: '',
        isMany: true,
      },
    ],
  });
  const view = await openView(
    { db: space.server.services.db, actAs: space.server.app.actAs },
    { userId: space.editor.id, ref: 'test', projectId: space.projectId, dashboardId },
  );
  const look = (country: string[]) =>
    askTiles(view, { asked: { 'f.country': country }, maxAge: 60 });
  expect(await look(['DE'])).toMatchObject([
    { missed: ['Country'], rows: { rows: [[1]] } },
    { missed: [], rows: { rows: [[1]] } },
  ]);
  expect(await look(['DE', 'FR'])).toMatchObject([
    { missed: ['Country'], rows: { rows: [[1]] } },
    { rows: undefined, failure: { code: 'E_VALIDATION' } },
  ]);
});
