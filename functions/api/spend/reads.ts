export { listExchangeRates } from './list-exchange-rates.ts';
export { listSpendAliases } from './list-spend-aliases.ts';
export { listSpendImports } from './list-spend-imports.ts';
export { listSpendJoins } from './list-spend-joins.ts';
export { readSpendImport } from './read-spend-import.ts';
