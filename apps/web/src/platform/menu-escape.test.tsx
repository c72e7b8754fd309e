import { MantineProvider, Menu, Modal } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeMenusFirst } from './menu-escape.ts';

let stop: () => void;
beforeEach(() => {
  stop = closeMenusFirst();
});
afterEach(() => stop());

test('SHELL-2 Escape on the button of an open menu closes the menu, not the dialog around it', () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Modal opened onClose={onClose}>
        <Menu>
          <Menu.Target>
            <button type="button">Theme</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Dark</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Modal>
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: 'Theme' });
  fireEvent.click(button);
  expect(screen.getByRole('menuitem', { name: 'Dark' })).toBeDefined();

  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.queryByRole('menuitem', { name: 'Dark' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();

  fireEvent.keyDown(button, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
