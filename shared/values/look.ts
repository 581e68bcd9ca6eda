export const colors = {
  page: ['#f8f9fb', '#17181b'],
  card: ['#ffffff', '#1f2125'],
  text: ['#1a1c20', '#dfe1e5'],
  muted: ['#59616a', '#a9b0b8'],
  line: ['#e1e4ea', '#34363c'],
  accent: ['#3b5bdb', '#91a7ff'],
  fill: ['#4263eb', '#3b5bdb'],
  'on-fill': ['#ffffff', '#ffffff'],
  good: ['#1b7a43', '#63d297'],
  bad: ['#b3261e', '#ff9187'],
  code: ['#f1f3f7', '#15161a'],
} as const;

export const fontFamily =
  "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

const variables = Object.entries(colors).map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`);

export const tokens = `:root { color-scheme: light dark; ${variables.join(' ')} --font: ${fontFamily}; --mono: ${monospace}; }`;

/**
 * A font that loads late must not move the page. A font inside the style sheet is there at once, and a browser
 * that may leave it out (`optional`) always does.
 */
export const fontFace = (url: string) =>
  `@font-face { font-family: 'Inter Variable'; font-style: normal; font-weight: 100 900; font-display: ${url.startsWith('data:') ? 'block' : 'optional'}; src: url(${url}) format('woff2'); }`;

/** The font's licence is SIL Open Font License 1.1 (`@fontsource-variable/inter`). */
export const fontFile = 'files/inter-latin-wght-normal.woff2';

export const mark = (size: number) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4263eb"/><path d="M7 22c5 0 5-12 9-12s4 8 9 8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="25" cy="18" r="2.5" fill="#fff"/></svg>`;
