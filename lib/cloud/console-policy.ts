/** The console's component library sets inline styles, so its policy allows them. */
export const consolePolicy = (images = '', uploads = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${images}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${uploads}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
