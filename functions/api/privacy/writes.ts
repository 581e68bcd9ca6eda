export { changeConsent } from './change-consent.ts';
export { erase } from './erase.ts';
export { exportAccount } from './export-account.ts';
export { removeRecoveredSettings } from './remove-recovered-settings.ts';
