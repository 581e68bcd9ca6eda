export { listKeys } from './list-keys.ts';
export { readSettings } from './read-settings.ts';
