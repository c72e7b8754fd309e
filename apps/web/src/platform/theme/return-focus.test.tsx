import { Drawer, MantineProvider, Menu, Modal } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { mantineTheme } from './mantine-theme.ts';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title="Question">
          <input aria-label="Answer" />
        </Modal>
      )}
    </>
  );
}

test('SHELL-1 a dialog that is gone gives the focus back to what opened it', async () => {
  render(
    <MantineProvider theme={mantineTheme} env="test">
      <Page />
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Ask' });
  opener.focus();
  fireEvent.click(opener);
  const answer = await screen.findByLabelText('Answer');
  answer.focus();
  fireEvent.keyDown(answer, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

function PageWithMenu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Drawer opened onClose={() => setOpen(false)} title="New name">
          <input aria-label="Name" />
        </Drawer>
      )}
    </>
  );
}

test('SHELL-1 a drawer that was asked for in a menu gives the focus back to the button of the menu', async () => {
  render(
    <MantineProvider theme={mantineTheme} env="test">
      <PageWithMenu />
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'More' });
  opener.focus();
  fireEvent.click(opener);
  const entry = await screen.findByRole('menuitem', { name: 'Rename' });
  entry.focus();
  fireEvent.click(entry);
  const name = await screen.findByLabelText('Name');
  name.focus();
  fireEvent.keyDown(name, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
