export { changeSettings } from './change-settings.ts';
export { createKey } from './create-key.ts';
export { revokeKey } from './revoke-key.ts';
export { rotateKey } from './rotate-key.ts';
export { sendWithKey } from './send-with-key.ts';
