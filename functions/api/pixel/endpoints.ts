export { createSession } from './create-session.ts';
export { identify } from './identify.ts';
export { pixelScript } from './pixel-script.ts';
export { reportInteraction } from './report-interaction.ts';
export { sendPixelEvents } from './send-pixel-events.ts';
export { stateConsent } from './state-consent.ts';
