import type { Project } from '@causeway/contract/projects.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { drawUi } from '#testing/draw-ui.tsx';
import { eventually } from '#testing/eventually.ts';
import { NewConnector } from './new-connector.tsx';

const project = { id: 'bakery', connectors: [] } as unknown as Project;
const inputs = (container: HTMLElement) => [...container.querySelectorAll('input')];

beforeAll(() => void vi.spyOn(api, 'call').mockResolvedValue({}));

test('TEAM-4 CONN-3 a new person pastes the address of a database, and it is kept as it says', async () => {
  const { container } = drawUi(<NewConnector kind="sql" project={project} onClose={() => {}} />);
  const [url] = inputs(container);
  const pasted = 'postgresql://ann:p%40ss@db.example.com:6543/shop?sslmode=require';
  fireEvent.paste(url!, { clipboardData: { getData: () => pasted } });
  const values = inputs(container).map(({ value }) => value);
  expect(values).toEqual(['', 'shop', 'db.example.com', '6543', 'shop', 'ann', 'p@ss']);
  fireEvent.submit(container.querySelector('form')!);
  await eventually(() => expect(api.call).toHaveBeenCalledOnce());
  expect(vi.mocked(api.call).mock.calls[0]?.[1]).toMatchObject({
    body: { name: 'shop', config: { host: 'db.example.com', tls: 'require' } },
  });
});

test('TEAM-4 CONN-3 an address of something else stays to be corrected, and fills in nothing', () => {
  const { container } = drawUi(<NewConnector kind="sql" project={project} onClose={() => {}} />);
  const [url, name] = inputs(container);
  fireEvent.paste(url!, { clipboardData: { getData: () => 's3://key:secret@bucket' } });
  expect([url!.value, name!.value]).toEqual(['s3://key:secret@bucket', '']);
  expect(screen.getByText('connectors.noUrl.sql')).toBeTruthy();
});
