export { createSession } from './create-session.ts';
export { pixelScript } from './pixel-script.ts';
export { sendPixelEvents } from './send-pixel-events.ts';
