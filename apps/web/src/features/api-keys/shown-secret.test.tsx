import type { KeyWithSecret } from '@causeway/contract/api-keys.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { hasUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { drawUi } from '#testing/draw-ui.tsx';
import { eventually } from '#testing/eventually.ts';
import { createProject } from '#testing/factories.ts';
import { ShownSecret } from './shown-secret.tsx';

const made = {
  key: { name: 'Nightly', scopes: ['data:read'] },
  secret: 'cwk_secret',
} as unknown as KeyWithSecret;

afterEach(() => void vi.unstubAllGlobals());

function draw(writeText: () => Promise<void>) {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  document.execCommand = () => false;
  drawUi(<ShownSecret project={createProject()} made={made} onClose={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'shown.copy' }));
  return screen.getByRole<HTMLButtonElement>('button', { name: 'shown.done' });
}

test('TEAM-6 a key that the browser did not copy is not taken for kept: it is shown this once', async () => {
  const writeText = vi.fn(() => Promise.reject(new Error('refused')));
  const done = draw(writeText);
  await eventually(() => expect(writeText).toHaveBeenCalled());
  await eventually(() => expect(screen.getByRole('checkbox')).toHaveProperty('checked', false));
  expect(done.disabled).toBe(true);
  expect(hasUnsavedWork()).toBe(true);
});

test('TEAM-6 a key that was copied may be put away', async () => {
  const done = draw(() => Promise.resolve());
  await eventually(() => expect(done.disabled).toBe(false));
  await eventually(() => expect(hasUnsavedWork()).toBe(false));
});
