/** What the console's pages may use. Styles inline: its component library sets them on elements. `images`: where copies of ads' pictures are, when that is another origin. */
export const consolePolicy = (images = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${images}`.trim(),
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
