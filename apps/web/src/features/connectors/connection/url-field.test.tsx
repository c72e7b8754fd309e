import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { handConnectionUrl } from '#domain/connectors/handed-url.ts';
import { drawUi } from '#testing/draw-ui.tsx';
import { UrlField } from './url-field.tsx';

test('CONN-3 a typed address fills in the fields when one goes on', () => {
  const onRead = vi.fn();
  drawUi(<UrlField kind="sql" onRead={onRead} />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'postgres://ann:pw@db.example:5433/bakery' } });
  expect(onRead).not.toHaveBeenCalled();
  fireEvent.blur(field);
  expect(onRead).toHaveBeenCalledOnce();
  expect(onRead.mock.calls[0]?.[0]).toMatchObject({
    kind: 'sql',
    fields: { host: 'db.example', database: 'bakery' },
  });
});

test('CONN-3 an address typed on home is taken apart once, and never stays', () => {
  const onRead = vi.fn();
  handConnectionUrl('postgres://ann:pw@db.example:5433/bakery');
  drawUi(<UrlField kind="sql" onRead={onRead} />);
  expect(onRead.mock.calls[0]?.[0]).toMatchObject({ kind: 'sql', fields: { password: 'pw' } });
  expect(screen.getByRole('textbox')).toHaveProperty('value', '');
  drawUi(<UrlField kind="sql" onRead={onRead} />);
  expect(onRead).toHaveBeenCalledOnce();
});
