import {
  Alert,
  Anchor,
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Paper,
  PasswordInput,
  type TooltipProps,
} from '@mantine/core';

/** Text in any other colour has less contrast than AA in one of the schemes (`variables`, below). */
export type Tone = 'blue' | 'grape' | 'gray' | 'indigo' | 'orange' | 'red' | 'teal';
type Colors = Tone | `${Tone}.${number}` | `var(--${string})` | 'dimmed' | 'inherit';

declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<Colors, MantineColorsTuple>;
  }
}

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: 'md' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550, miw: 'max-content' },
    }),
    Button: Button.extend({ defaultProps: { fw: 550 } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } },
    }),
    Alert: Alert.extend({ defaultProps: { radius: 'md' } }),
    Tooltip: {
      defaultProps: {
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
  },
});

const shared = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-body': 'var(--card)',
  // The library's oranges are too light behind white letters.
  '--test-switch': '#b03f08',
};

/** The library's grey is too faint for small letters; this grey has contrast AA in both schemes. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...shared,
    '--mantine-color-placeholder': '#6b727a',
    '--mantine-color-error': '#c62828',
    '--mantine-color-teal-light-color': '#0a5c43',
    '--mantine-color-orange-light-color': '#8f3a06',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-blue-light-color': '#0f518c',
    '--mantine-color-grape-light-color': '#7a2490',
    '--mantine-color-gray-light-color': '#444b52',
    '--mantine-color-indigo-light-color': '#2f44ad',
  },
  dark: {
    ...shared,
    '--mantine-color-placeholder': '#989fa7',
    '--mantine-color-error': '#ff9187',
    // The library's own light colours are too strong as the background of a message.
    '--mantine-color-red-light': '#452022',
    '--mantine-color-orange-light': '#432b1b',
    '--mantine-color-teal-light': '#17382f',
    '--mantine-color-blue-light': '#1b3047',
  },
});
