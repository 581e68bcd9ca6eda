export { createSpendImport } from './create-spend-import.ts';
export { createUpload } from './create-upload.ts';
export { setExchangeRates } from './set-exchange-rates.ts';
export { setSpendAliases } from './set-spend-aliases.ts';
export { undoSpendImport } from './undo-spend-import.ts';
