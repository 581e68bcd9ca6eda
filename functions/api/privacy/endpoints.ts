export { erase } from './erase.ts';
export { exportAccount } from './export-account.ts';
export { readAccountExport } from './read-account-export.ts';
export { removeRecoveredSettings } from './remove-recovered-settings.ts';
