/**
 * The component library sets inline styles. `images` is the origin of ad pictures, and `uploads` the origin
 * that receives files, if they differ from the console's.
 */
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
