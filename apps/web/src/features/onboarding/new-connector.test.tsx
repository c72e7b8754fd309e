import type { Project } from '@causeway/contract/projects.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { drawUi } from '#testing/draw-ui.tsx';
import { eventually } from '#testing/eventually.ts';
import { NewConnector } from './new-connector.tsx';

const project = { id: 'bakery', connectors: [] } as unknown as Project;
const inputs = (container: HTMLElement) => [...container.querySelectorAll('input')];

beforeEach(() => void vi.spyOn(api, 'call').mockReset().mockResolvedValue({}));

test('TEAM-4 CONN-3 a new person pastes the address of a database, and it is kept as it says', async () => {
  const { container } = drawUi(
    <NewConnector kind="sql" project={project} mayTest onClose={() => {}} />,
  );
  const [url] = inputs(container);
  const pasted = 'postgresql://ann:p%40ss@db.example.com:6543/shop?sslmode=require';
  fireEvent.paste(url!, { clipboardData: { getData: () => pasted } });
  const values = inputs(container).map(({ value }) => value);
  expect(values).toEqual(['', 'shop', 'db.example.com', '6543', 'shop', 'ann', 'p@ss']);
  expect(container.querySelector('select')?.value).toBe('require');
  fireEvent.submit(container.querySelector('form')!);
  await eventually(() => expect(api.call).toHaveBeenCalledOnce());
  expect(vi.mocked(api.call).mock.calls[0]?.[1]).toMatchObject({
    body: { name: 'shop', config: { host: 'db.example.com', tls: 'require' } },
  });
});

test('TEAM-4 CONN-3 an address of something else stays to be corrected, and fills in nothing', () => {
  const { container } = drawUi(
    <NewConnector kind="sql" project={project} mayTest onClose={() => {}} />,
  );
  const [url, name] = inputs(container);
  fireEvent.paste(url!, { clipboardData: { getData: () => 's3://key:secret@bucket' } });
  expect([url!.value, name!.value]).toEqual(['s3://key:secret@bucket', '']);
  expect(screen.getByText('connectors.noUrl.sql')).toBeTruthy();
});

test('TEAM-4 CONN-3 a new person chooses the encryption, and tries the connection before it is kept', async () => {
  const check = { ok: false, at: '2026-03-01T12:00:00Z', steps: [{ step: 'dns', outcome: 'ok' }] };
  vi.mocked(api.call).mockResolvedValue(check);
  const { container } = drawUi(
    <NewConnector kind="sql" project={project} mayTest onClose={() => {}} />,
  );
  const pasted = 'postgresql://ann:pw@db.example.com/shop';
  fireEvent.paste(inputs(container)[0]!, { clipboardData: { getData: () => pasted } });
  fireEvent.change(container.querySelector('select')!, { target: { value: 'verify-full' } });
  fireEvent.click(screen.getByRole('button', { name: 'connectors.test' }));
  await eventually(() => expect(screen.getByText(/check.sql.dns/)).toBeTruthy());
  expect(vi.mocked(api.call).mock.calls).toMatchObject([
    [{ path: '/api/connectors/v1/:projectId/test' }, { body: { config: { tls: 'verify-full' } } }],
  ]);
  fireEvent.change(inputs(container)[1]!, { target: { value: 'Another' } });
  await eventually(() => expect(screen.queryByText(/check.sql.dns/)).toBeNull());
});

test('TEAM-4 who has not verified their address is offered no test: nothing would connect', () => {
  drawUi(<NewConnector kind="sql" project={project} mayTest={false} onClose={() => {}} />);
  expect(screen.queryByRole('button', { name: 'connectors.test' })).toBeNull();
});
