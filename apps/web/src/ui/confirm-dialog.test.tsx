import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { ConfirmDialogHost } from './confirm-dialog-host.tsx';
import { type Confirmation, confirmDialog } from './confirm-dialog.ts';

describe('a confirmation', () => {
  const question = {
    title: 'Delete project Shop?',
    losses: ['14 dashboards'],
    confirmLabel: 'Delete project',
    typedName: 'Shop',
  };

  test('is given only after the name was typed', async () => {
    drawUi(<ConfirmDialogHost />);
    const answer = ask();
    const button = await screen.findByRole('button', { name: 'Delete project' });
    expect(button.hasAttribute('disabled')).toBe(true);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Shop' } });
    fireEvent.click(button);
    expect(await answer).toBe(true);
  });

  test('is refused by cancelling, and by asking something else', async () => {
    drawUi(<ConfirmDialogHost />);
    const first = ask();
    const second = ask();
    expect(await first).toBe(false);
    fireEvent.click(await screen.findByText('Cancel'));
    expect(await second).toBe(false);
  });

  test('SHELL-1 says that something is lost for good only where it is', async () => {
    drawUi(<ConfirmDialogHost />);
    void ask();
    expect(await screen.findByText('This cannot be undone. You will lose:')).toBeTruthy();
    void ask({ lead: 'happens' });
    expect(await screen.findByText('What happens then:')).toBeTruthy();
    void ask({ lead: { text: 'It can be brought back for 14 days:' } });
    expect(await screen.findByText('It can be brought back for 14 days:')).toBeTruthy();
    expect(screen.queryByText(/cannot be undone/)).toBeNull();
  });

  function ask(wanted: Partial<Confirmation> = {}): Promise<boolean> {
    let answer = Promise.resolve(false);
    act(() => {
      answer = confirmDialog({ ...question, ...wanted });
    });
    return answer;
  }
});
