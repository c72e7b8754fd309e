import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { i18n } from '#platform/i18n/i18n.ts';
import { returnFocus } from './return-focus.ts';

// Mantine wants ten steps; what is seen of them is set below from tokens.css.
const accent: MantineColorsTuple = [
  '#e9f7f5',
  '#cfeeea',
  '#a3ddd6',
  '#70c9bf',
  '#40b3a8',
  '#1e9a8f',
  '#12857b',
  '#0f766e',
  '#0c625b',
  '#094a45',
];

// Mantine draws fields, menus and notices of the dark theme from these; they repeat tokens.css.
const dark: MantineColorsTuple = [
  '#e6e9ea',
  '#c8cfd2',
  '#a7b0b4',
  '#8f999e',
  '#414a4e',
  '#2a3033',
  '#1c2022',
  '#141718',
  '#0f1112',
  '#0b0d0e',
];

/** Components are themed by name: importing them for it would load all of them with the first page. */
export const mantineTheme = createTheme({
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { accent, dark },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: 'var(--font-text)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--text-xl)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--text-lg)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--text-md)', lineHeight: '1.4' },
    },
  },
  radius: {
    xs: '3px',
    sm: 'var(--radius-sm)',
    md: 'var(--radius-md)',
    lg: 'var(--radius-lg)',
    xl: '16px',
  },
  defaultRadius: 'md',
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      vars: (_theme: unknown, { size = 'sm' }: { size?: unknown }) =>
        size === 'sm'
          ? {
              root: {
                '--button-height': 'var(--control-height)',
                '--button-padding-x': 'var(--space-3)',
                '--button-fz': 'var(--text-sm)',
              },
            }
          : { root: {} },
    },
    Input: {
      vars: (_theme: unknown, { size = 'sm' }: { size?: unknown }) =>
        size === 'sm'
          ? {
              wrapper: {
                '--input-height': 'var(--control-height)',
                '--input-fz': 'var(--text-sm)',
              },
            }
          : { wrapper: {} },
    },
    InputWrapper: { styles: { label: { marginBottom: 'var(--space-1)' } } },
    // What explains a choice is read too: never smaller than the smallest text.
    Checkbox: { styles: { description: { fontSize: 'var(--text-xs)' } } },
    Radio: { styles: { description: { fontSize: 'var(--text-xs)' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    // Its own words are English; asked anew each time, as the language may change.
    PasswordInput: {
      defaultProps: () => ({
        visibilityToggleButtonProps: { 'aria-label': i18n.t('ui:showTyped') },
      }),
    },
    // Enter takes the first that fits what was typed.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true, fz: 'xs' } },
    Modal: {
      defaultProps: {
        ref: returnFocus,
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        transitionProps: { duration: 140, transition: 'fade' },
        shadow: 'var(--shadow-overlay)',
      },
      // German titles often have two lines on a phone.
      styles: { title: { fontWeight: 600, lineHeight: 1.35 } },
    },
    Drawer: {
      defaultProps: {
        ref: returnFocus,
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        transitionProps: { duration: 160 },
      },
    },
    Menu: { defaultProps: { shadow: 'var(--shadow-overlay)', transitionProps: { duration: 120 } } },
    Popover: {
      defaultProps: { shadow: 'var(--shadow-overlay)', transitionProps: { duration: 120 } },
    },
  },
});

const pointedToTokens = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--removed)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-accent-text': 'var(--accent-text)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft-hover)',
  '--mantine-color-accent-light-color': 'var(--accent-text)',
  '--mantine-color-accent-outline': 'var(--accent-text)',
  '--mantine-color-accent-outline-hover': 'var(--accent-soft)',
  '--mantine-color-gray-text': 'var(--text-muted)',
  '--mantine-color-gray-light': 'var(--hover)',
  '--mantine-color-gray-light-hover': 'var(--pressed)',
  '--mantine-color-gray-light-color': 'var(--text-muted)',
  '--mantine-color-gray-outline': 'var(--text-muted)',
  '--mantine-color-gray-outline-hover': 'var(--hover)',
  '--mantine-color-red-text': 'var(--removed)',
  '--mantine-color-red-filled': 'var(--removed-fill)',
  '--mantine-color-red-filled-hover': 'var(--removed-fill-hover)',
  '--mantine-color-red-light': 'var(--removed-soft)',
  '--mantine-color-red-light-color': 'var(--removed)',
  '--mantine-color-red-outline': 'var(--removed)',
  '--mantine-color-red-outline-hover': 'var(--removed-soft)',
  '--mantine-color-yellow-light': 'var(--changed-soft)',
  '--mantine-color-yellow-light-color': 'var(--changed)',
  '--mantine-color-yellow-text': 'var(--changed)',
  '--mantine-color-green-light': 'var(--added-soft)',
  '--mantine-color-green-light-color': 'var(--added)',
  '--mantine-color-green-text': 'var(--added)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: pointedToTokens,
  dark: pointedToTokens,
});
