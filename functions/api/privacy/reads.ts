export { readAccountExport } from './read-account-export.ts';
