import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { startDashboards } from '#testing/dashboard-requests.ts';
import { createProject } from '#testing/factories.ts';
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

test('DASH-7 what is mailed or shown to strangers shows nothing of another project its author is in', async () => {
  const { server, sources, owner } = space;
  const { endpoint, region } = sources.s3Connector.config;
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = sources.s3Connector.secrets;
  const credentials = { accessKeyId, secretAccessKey };
  const bucket = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#157' } });
  const Body = await picture.png().toBuffer();
  await bucket.send(new PutObjectCommand({ Bucket: 'media', Key: 'logo.png', Body }));
  bucket.destroy();
  const other = await createProject(server.services.db, { owner }, 'Another');
  const imageOf = async (projectId: string, place: number) => {
    const call = { params: { projectId }, body: sources.s3Connector };
    const { id: connectorId } = await server.call(connectorRoutes.create, call, owner);
    return {
      id: crypto.randomUUID(),
      kind: 'image',
      title: '',
      connectorId,
      path: 'logo.png',
      alt: '',
      fit: 'cover',
      x: 0,
      y: 3 * place,
      w: 3,
      h: 3,
    };
  };
  const tiles = [await imageOf(space.projectId, 0), await imageOf(other.id, 1)];
  const { id: dashboardId } = await create('With pictures', { tiles });
  const view = await openView(
    { db: server.services.db, actAs: server.app.actAs },
    { userId: owner.id, ref: 'test', projectId: space.projectId, dashboardId },
  );
  const [own, foreign] = await askTiles(view, { asked: {}, maxAge: 60, withImages: true });
  expect([own?.failure, own?.image?.length]).toEqual([undefined, expect.any(Number)]);
  expect(foreign).toMatchObject({ image: undefined, failure: { code: 'E_PROJECT_NOT_FOUND' } });
});
