import { defaultSettings, type UserSettings } from '@causeway/contract/settings/settings.ts';
import { useLocalStorage } from '@mantine/hooks';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';

type Layout = UserSettings['layout'];

export const paneSizes = {
  left: { min: 180, max: 420, default: 236 },
  right: { min: 260, max: 900, default: defaultSettings.layout.rightPaneWidth },
  bottom: { min: 120, max: 900, default: defaultSettings.layout.bottomPaneHeight },
};

/**
 * Which panes are open and how large. The user's settings hold what SPEC §3 names; the width of the
 * left pane and whether the right one is open have no field there and stay with the browser.
 */
export function usePanes() {
  const { layout } = useSettings();
  const [leftWidth, setLeftWidth] = useLocalStorage({
    key: 'causeway.leftPaneWidth',
    defaultValue: paneSizes.left.default,
    getInitialValueInEffect: false,
  });
  const [isRightOpen, setRightOpen] = useLocalStorage({
    key: 'causeway.rightPane',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const change = (next: Partial<Layout>) => changeSetting({ layout: next });
  return {
    left: {
      isOpen: layout.leftPane,
      size: leftWidth,
      toggle: () => change({ leftPane: !layout.leftPane }),
      resize: (width: number) => setLeftWidth(width),
    },
    bottom: {
      isOpen: layout.bottomPane,
      size: layout.bottomPaneHeight,
      toggle: () => change({ bottomPane: !layout.bottomPane }),
      resize: (height: number) => change({ bottomPaneHeight: height }),
    },
    right: {
      isOpen: isRightOpen,
      size: layout.rightPaneWidth,
      toggle: () => setRightOpen(!isRightOpen),
      resize: (width: number) => change({ rightPaneWidth: width }),
    },
    assistantPosition: layout.intelligencePosition,
    dockAssistant: (position: Layout['intelligencePosition']) => {
      // The pane it moves to has to be open, or it would be gone.
      change({
        intelligencePosition: position,
        ...(position === 'bottom' && { bottomPane: true }),
      });
      if (position === 'right') setRightOpen(true);
    },
  };
}

export type Panes = ReturnType<typeof usePanes>;
export type Pane = Panes['left'];
